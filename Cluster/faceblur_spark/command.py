"""The command `faceblur-spark`: words into calls, and what they came to into words and exit codes."""

from __future__ import annotations

import argparse
import json
import logging
import os
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any, NoReturn

from pyspark.sql import SparkSession

from .audit import audit, root
from .driver import TIMEOUT, scrub
from .errors import CANNOT_WRITE, DONE, INTERNAL, INTERRUPTED, UNAVAILABLE, USAGE, RunError
from .report import report
from .review import fetch, publish

_PROGRAM = "faceblur-spark"
_NONE_RUNS = "the run that has not ended was killed, and does not run any more"


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise RunError(USAGE, message)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs the command and ends the process with its exit code."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Runs the command. Returns its exit code."""
    arguments, options = _split(arguments)
    spark: SparkSession | None = None
    try:
        asked = _parser().parse_args(arguments)
        if options and asked.command not in ("scrub", "audit"):
            raise RunError(USAGE, "options after -- are for workers, which only scrub and audit have")
        spark = _session(asked)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, _interrupt)
        return int(_COMMANDS[asked.command](spark, asked, options))
    except RunError as error:
        print(f"{_PROGRAM}: {error.reason}", file=sys.stderr)
        return error.code
    except KeyboardInterrupt:
        print(f"{_PROGRAM}: interrupted; the same command goes on", file=sys.stderr)
        return INTERRUPTED
    except Exception as error:
        # Python would end with 1, as if some photos had failed. What the error says may name a photo.
        if "--verbose" in arguments:
            traceback.print_exc()
        place = traceback.extract_tb(error.__traceback__)[-1]
        print((
            f"{_PROGRAM}: internal error: {type(error).__name__} at {os.path.basename(place.filename)}:{place.lineno}; --verbose says more."
            " Has the manifest or the desk been changed?"), file=sys.stderr)
        return INTERNAL
    finally:
        if spark is not None:
            # A second signal does not keep Spark from ending what runs.
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            spark.stop()


def _split(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    found = list(arguments)
    if "--" not in found:
        return found, []
    place = found.index("--")
    return found[:place], found[place + 1:]


def _session(asked: argparse.Namespace) -> SparkSession:
    builder = SparkSession.builder.appName(_PROGRAM).config("spark.ui.showConsoleProgress", "false")
    if asked.master:
        builder = builder.master(asked.master)
    for setting in asked.conf:
        name, sign, value = setting.partition("=")
        if not sign:
            raise RunError(USAGE, f"--conf takes NAME=VALUE, not {setting}")
        builder = builder.config(name, value)
    try:
        session = builder.getOrCreate()
    except Exception as error:  # what pyspark raises where Java is missing has no type of its own
        raise RunError(UNAVAILABLE, f"Spark does not start: {str(error).splitlines()[0] if str(error) else error!r}") from None
    if not asked.verbose:
        # What Spark says of tasks that fail is said once, by us.
        session.sparkContext.setLogLevel("OFF")
    return session


def _interrupt(_: int, __: Any) -> NoReturn:
    # What py4j says of calls that were broken off is no news.
    logging.disable(logging.CRITICAL)
    raise KeyboardInterrupt


def _scrub(spark: SparkSession, asked: argparse.Namespace, options: list[str]) -> int:
    summary = scrub(
        spark, asked.source, asked.target, manifest=asked.manifest, inventory_url=asked.inventory, faceblur=asked.faceblur,
        options=options, timeout=asked.timeout, batch=asked.batch, retry_failed=asked.retry_failed, redo_reviewed=asked.redo_reviewed,
        forget=asked.forget, none_runs=asked.none_runs, jobs=asked.jobs, say=_say(asked), progress=not asked.quiet)
    _tell(asked, asdict(summary), summary.text())
    return summary.code


def _audit(spark: SparkSession, asked: argparse.Namespace, options: list[str]) -> int:
    found = audit(
        spark, asked.manifest, sample=asked.sample, seed=asked.seed, source=asked.source, target=asked.target,
        faceblur=asked.faceblur, options=options, timeout=asked.timeout)
    _tell(asked, asdict(found), found.text())
    return found.code


def _root(spark: SparkSession, asked: argparse.Namespace, _: list[str]) -> int:
    print(root(spark, asked.manifest))
    return DONE


def _report(spark: SparkSession, asked: argparse.Namespace, _: list[str]) -> int:
    page = report(spark, asked.manifest, limit=asked.limit)
    try:
        _written(asked.output, page)
    except OSError as error:
        raise RunError(CANNOT_WRITE, f"{asked.output}: {error.strerror}") from None
    return DONE


def _written(path: str, text: str) -> None:
    """Replaces a file by one for its owner alone, whatever rights that had."""
    if os.path.exists(path) and not os.path.isfile(path):
        # Standard output, for instance.
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return
    descriptor, new = tempfile.mkstemp(prefix=".faceblur-", dir=os.path.dirname(os.path.abspath(path)))
    try:
        with open(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(new, path)
    except BaseException:
        os.unlink(new)
        raise


def _fetch(spark: SparkSession, asked: argparse.Namespace, _: list[str]) -> int:
    found = fetch(spark, asked.manifest, asked.folder, which=asked.which, limit=asked.limit)
    _tell(asked, asdict(found), found.text())
    return found.code


def _publish(spark: SparkSession, asked: argparse.Namespace, _: list[str]) -> int:
    found = publish(spark, asked.folder, faceblur=asked.faceblur, hide_less=asked.hide_less, none_runs=asked.none_runs)
    _tell(asked, asdict(found), found.text())
    return found.code


_COMMANDS: dict[str, Callable[[SparkSession, argparse.Namespace, list[str]], int]] = {
    "scrub": _scrub, "audit": _audit, "root": _root, "report": _report, "fetch": _fetch, "publish": _publish}


def _tell(asked: argparse.Namespace, facts: dict[str, Any], text: str) -> None:
    print(json.dumps(facts, sort_keys=True) if asked.json else text)


def _say(asked: argparse.Namespace) -> Callable[[str], None]:
    return (lambda _: None) if asked.quiet else (lambda text: print(text, file=sys.stderr))


def _parser() -> argparse.ArgumentParser:
    whole = _Parser(prog=_PROGRAM, description="Hides faces in millions of photos: faceblur on Spark.", epilog=(
        "Exit codes: 0 done, 1 some photos failed or differ, 64 wrong use, 66 no such input, 69 no worker or machines that disagree, "
        "70 internal error, 73 cannot write, 75 interrupted; the same command goes on."))
    commands = whole.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=_Parser)

    def add(name: str, text: str, manifest: bool = True) -> argparse.ArgumentParser:
        parser = commands.add_parser(name, help=text, description=text)
        if manifest:
            parser.add_argument("--manifest", required=True, metavar="URL", help="the rows of the collection")
        parser.add_argument("--master", metavar="URL", help="Spark's master; spark-submit and spark-defaults.conf say it, too")
        parser.add_argument("--conf", action="append", default=[], metavar="NAME=VALUE", help="a setting of Spark")
        parser.add_argument("--json", action="store_true", help="one JSON object on standard output")
        parser.add_argument("-q", "--quiet", action="store_true", help="no progress")
        parser.add_argument("--verbose", action="store_true", help="show Spark's own log")
        return parser

    def add_worker(parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--faceblur", default="faceblur", metavar="PATH", help="the command on the executors; relative with a slash: in their folder")
        parser.add_argument(
            "--timeout", type=_positive(float), default=TIMEOUT, metavar="SECONDS", help="the most that a photo may take (default %(default).0f)")

    scrubbing = add("scrub", "Scrub every photo on a list that is not done yet. Options for the workers follow after --.")
    scrubbing.add_argument("source", metavar="SOURCE", help="where the photos are: s3a:, hdfs:, file: or a path")
    scrubbing.add_argument("target", metavar="TARGET", help="where the outputs go, under the same names")
    scrubbing.add_argument(
        "--inventory", metavar="URL", help="the list of the photos, Parquet or CSV with a column key or url; else the source is listed")
    add_worker(scrubbing)
    scrubbing.add_argument("--jobs", type=_positive(int), metavar="N", help="photos at once in each worker (default: spark.task.cpus)")
    scrubbing.add_argument(
        "--batch", type=_positive(int), metavar="N", help="photos after which what was done is kept (default: about an hour's)")
    scrubbing.add_argument("--retry-failed", action="store_true", help="try photos again that failed by themselves")
    scrubbing.add_argument("--redo-reviewed", action="store_true", help=(
        "with other settings redo what a person has decided about, too; what that hid stays hidden"))
    scrubbing.add_argument("--none-runs", action="store_true", help=_NONE_RUNS)
    scrubbing.add_argument("--forget", action="store_true", help="hide only what this run finds, also where earlier ones hid more")

    auditing = add("audit", "Compute the root of the manifest, and make a sample anew and compare it byte for byte.")
    auditing.add_argument("--sample", type=_positive(int, zero=True), default=100, metavar="N", help="photos (default %(default)s)")
    auditing.add_argument("--seed", default="", metavar="TEXT", help="chooses another sample")
    auditing.add_argument("--source", metavar="URL", help="where the photos are by now")
    auditing.add_argument("--target", metavar="URL", help="where the outputs are by now")
    add_worker(auditing)

    add("root", "Print the root of the manifest: one number for all its rows.")

    reporting = add("report", "Write a page about the collection. It names photos.")
    reporting.add_argument("-o", dest="output", required=True, metavar="FILE")
    reporting.add_argument("--limit", type=_positive(int), default=1000, metavar="N", help="photos in each list (default %(default)s)")

    fetching = add("fetch", "Fetch what a person should look at to a new folder on this machine.")
    fetching.add_argument("folder", metavar="FOLDER")
    fetching.add_argument("--which", choices=("doubtful", "review", "failed"), default="doubtful", help="(default %(default)s)")
    fetching.add_argument("--limit", type=_positive(int), default=500, metavar="N", help="photos (default %(default)s)")

    publishing = add("publish", "Put what a person has decided about into the target.", manifest=False)
    publishing.add_argument("folder", metavar="FOLDER", help="of fetch")
    publishing.add_argument(
        "--hide-less", action="store_true", help="also what hides less than the target's, though nobody has opened that at the desk")
    publishing.add_argument("--none-runs", action="store_true", help=_NONE_RUNS)
    publishing.add_argument("--faceblur", default="faceblur", metavar="PATH", help="the command on this machine")
    return whole


def _positive(kind: Callable[[str], Any], zero: bool = False) -> Callable[[str], Any]:
    def parse(text: str) -> Any:
        try:
            value = kind(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text} is no number") from None
        if value < 0 or (value == 0 and not zero):
            raise argparse.ArgumentTypeError(f"{text} is too small")
        if not value < float("inf"):
            raise argparse.ArgumentTypeError(f"{text} is no number that ends")
        return value
    return parse
