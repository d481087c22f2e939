"""Real PySpark jobs with state, and what Spark itself says about their state (the corpus that all tests of attachments read).

job.py            what a job is; the providers
inputs.py         the rows that they read, one file per batch
aggregations.py uniques.py joins.py groups.py processors.py    the jobs, by operator
catalogue.py      all of them
building.py       runs them; a checkpoint is built once per test run (fixture `built`)
truth.py          every table of a checkpoint, at every batch, by Spark's own reader
agreeing.py       whether an attachment says the same
"""
