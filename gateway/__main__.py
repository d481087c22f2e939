"""`python -m gateway` is the program `tidegate`."""

import sys

from gateway.commands.cli import main

sys.exit(main())
