"""`python -m gateway` is the program `tidegate`."""

import sys

from gateway.cli import main

sys.exit(main())
