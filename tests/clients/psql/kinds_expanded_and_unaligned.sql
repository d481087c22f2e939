\x on
SELECT * FROM kinds ORDER BY id;
\x off
\a
SELECT * FROM kinds ORDER BY id;
