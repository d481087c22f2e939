\d nowhere
\dt nowhere
