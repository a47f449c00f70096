"""The frame of the benchmarks that draw photos of their own and say which of their goals are met."""

import argparse
import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGE = HERE.parent
PORTRAITS = PACKAGE / "Tests" / "TestSupport" / "Photos"


class GoalBenchmark:
    """Measures, and keeps a page and its numbers. `name` is that of its module, its folder and its results; `measure` fills
    `results`, and `page` gives the lines of the page."""

    name = None

    def __init__(self, options):
        self.faceblur = options.faceblur
        self.quick = options.quick
        self.folder = Path(options.folder).resolve()
        self.results = {}

    @classmethod
    def add_options(cls, parser):
        """Adds those that it has beside the usual ones."""

    def draw(self, python, folder, count):
        """Has the module's `draw` draw photos, by a Python that has what it takes."""
        command = [python, HERE / f"{self.name}.py", "--draw", folder, str(count)]
        subprocess.run(command, check=True, cwd=HERE)

    def report(self):
        text = "\n".join(self.page()) + "\n"
        print(text)
        # A quick run is for trying it out and does not replace what is kept.
        target = self.folder if self.quick else HERE / "results"
        (target / f"{self.name}.md").write_text(text)
        (target / f"{self.name}.json").write_text(json.dumps(self.results, indent=1) + "\n")

    @classmethod
    def main(cls, description, draw):
        """Does what the command line asks for.

        `draw` takes a folder and a number of photos, and is called in the environment of `draw` above."""
        if sys.argv[1:2] == ["--draw"]:
            draw(Path(sys.argv[2]), int(sys.argv[3]))
            return
        parser = argparse.ArgumentParser(description=description)
        parser.add_argument("--faceblur", required=True)
        parser.add_argument("--folder", default=str(PACKAGE / ".build" / "bench" / cls.name))
        parser.add_argument("--quick", action="store_true")
        cls.add_options(parser)
        benchmark = cls(parser.parse_args())
        benchmark.measure()
        benchmark.report()
