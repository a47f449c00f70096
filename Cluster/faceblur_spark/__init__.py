"""Hides the faces in collections of millions of photos: `faceblur worker` on Spark. See Documentation/cluster.md."""

from .driver import Summary, scrub
from .errors import RunError

__all__ = ["RunError", "Summary", "scrub"]
