"""A job that runs at full speed and is killed now and then, and clients that know what each of its batches must look like.

arithmetic.py     what every batch's state is, in closed form
job.py            the job: two queries, as a process
reader.py         clients that check every answer
"""
