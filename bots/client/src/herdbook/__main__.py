"""`python -m herdbook` is the command `herdbook`."""

import sys

from herdbook.terminal.main import main

sys.exit(main())
