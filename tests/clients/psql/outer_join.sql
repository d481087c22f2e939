SELECT count(*), count(p.tailnum) FROM flights f LEFT JOIN planes p ON p.tailnum = f.tailnum;
