VALUES (1, 'a'), (2, NULL);
SELECT * FROM (VALUES (1, 2), (3, 4)) v(a, b) WHERE a < b;
