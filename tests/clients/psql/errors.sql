SELECT * FROM nowhere;
SELECT nothing FROM flights;
SELEC 1;
SELECT 1/0;
SELECT 'x'::int;
SELECT f(1);
SELECT carrier FROM flights GROUP BY origin;
SELECT 1 +;
\set VERBOSITY verbose
SELECT 1/0;
SELECT 'still here';
