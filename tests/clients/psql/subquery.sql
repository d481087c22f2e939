SELECT count(*) FROM flights WHERE tailnum IN (SELECT tailnum FROM planes WHERE manufacturer = 'BOEING');
