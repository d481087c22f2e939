"""docker/, as far as a machine without a Docker engine can check it."""
