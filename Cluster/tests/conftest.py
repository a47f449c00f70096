"""What the tests share: Spark on this machine, a store that speaks S3, and the command. Everything listens on loopback alone."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

# Spark asks when it starts; executors inherit it.
os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
os.environ["SPARK_LOCAL_HOSTNAME"] = "127.0.0.1"
os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
# No account of the person who runs the tests is asked, and no proxy.
os.environ["AWS_EC2_METADATA_DISABLED"] = "true"
os.environ["NO_PROXY"] = os.environ["no_proxy"] = "127.0.0.1,localhost"

sys.path.insert(0, str(Path(__file__).parent))

from support.s3 import S3Server, connector  # noqa: E402
from support.spark import Cluster  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def faceblur() -> Path:
    """The command, of a release build: FACEBLUR says where it is."""
    path = Path(os.environ.get("FACEBLUR", ROOT / ".build/release/faceblur")).absolute()
    if not path.exists():
        pytest.fail(f"{path} is missing: make build, or say with FACEBLUR where it is")
    return path


@pytest.fixture(scope="session")
def s3_jar() -> Path:
    """Hadoop's S3A, which Spark's package does not hold, as a jar that goes before Spark's own."""
    return connector(ROOT / ".build/cluster")


@pytest.fixture(scope="session")
def s3() -> Iterator[S3Server]:
    """A store that speaks S3."""
    with S3Server() as server:
        yield server


@pytest.fixture
def bucket(s3: S3Server) -> str:
    """A new, empty bucket's name."""
    return s3.make_bucket()


@pytest.fixture
def hadoop(s3: S3Server, s3_jar: Path) -> dict[str, str]:
    """What stores are to be opened with, so that `s3a:` is the server of the tests."""
    return {**s3.options, "faceblur.classpath": str(s3_jar)}


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory, s3: S3Server, s3_jar: Path) -> Iterator[Cluster]:
    """A standalone master and two workers, who know the store of the tests; one that is killed is there again for the next test."""
    with Cluster(tmp_path_factory.mktemp("spark"), s3_jar, s3.options) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def spark(cluster: Cluster) -> Iterator[SparkSession]:
    """A session on the cluster. What needs other settings makes its own, of `cluster.settings()`."""
    cluster.heal()
    builder = SparkSession.builder
    for name, value in cluster.settings().items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    yield session
    session.stop()
