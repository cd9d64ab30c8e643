"""Lets tests import the package without its being installed."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "src"))
