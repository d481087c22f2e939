SELECT a.name, count(*), max(f.dep_delay) FROM flights f JOIN airlines a USING (carrier) GROUP BY 1 ORDER BY 2 DESC, 1;
