PREPARE p(text) AS SELECT name FROM airlines WHERE carrier = $1;
EXECUTE p('UA');
EXECUTE p('nobody');
DEALLOCATE p;
EXECUTE p('UA');
