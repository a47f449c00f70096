"""Hides faces in millions of photos: `faceblur worker` on Spark. See Documentation/cluster.md.

The functions do what the commands of the same names do, and raise RunError where these end with a code above 1.
"""

from .audit import Audit, audit, root
from .driver import Summary, scrub
from .errors import RunError
from .report import report
from .review import Fetched, Published, fetch, publish

__all__ = ["Audit", "Fetched", "Published", "RunError", "Summary", "audit", "fetch", "publish", "report", "root", "scrub"]
