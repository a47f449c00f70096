"""`python -m faceblur_spark`, where the command itself is not on the path."""

from .command import main

main()
