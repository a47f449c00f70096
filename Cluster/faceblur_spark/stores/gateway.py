"""A small Java process of our own, for Hadoop's file systems: an executor's Python has none that it could ask."""

from __future__ import annotations

import atexit
import glob
import os
import subprocess
import threading
import xml.etree.ElementTree as xml
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from py4j.java_gateway import GatewayParameters, JavaGateway, launch_gateway
from py4j.protocol import Py4JError, Py4JJavaError

from .names import local_path, scheme
from .store import StoreError

Answer = TypeVar("Answer")

# Options of ours among those of Hadoop. What comes before Spark's jars (with an S3A connector, for instance), as
# Java's -classpath has it, and how much memory Java takes for its objects.
CLASSPATH = "faceblur.classpath"
HEAP = "faceblur.gateway.memory"
_OWN = "faceblur."

# What is set where the operator sets nothing. Hadoop copies 4 KiB at a time, clears up after folders that nobody made,
# which costs a request for each photo, and waits more than an hour for a store that does not answer.
_OPTIONS = {
    "io.file.buffer.size": str(1 << 17),
    "fs.s3a.directory.marker.retention": "keep",
    "fs.s3a.connection.timeout": "60000",
    "fs.s3a.attempts.maximum": "5",
}


class Gateway:
    """A Java process that is started when it is first asked, and once more where it has ended."""

    def __init__(self, options: Mapping[str, str]):
        self._options = dict(options)
        self._lock = threading.Lock()
        self._java: Any = None
        self._process: Any = None
        self._configuration: Any = None
        self._owner = 0

    def ask(self, work: Callable[[Any, Any], Answer], again: bool = True) -> Answer:
        """What `work` makes of Java and of Hadoop's configuration. Where Java ended meanwhile it is done once more, if
        `again` says so. What Java throws goes on as Py4JJavaError.
        """
        for last in (False, True) if again else (True,):
            java, configuration, process = self._started()
            try:
                return work(java, configuration)
            except Py4JJavaError:
                raise
            except Py4JError:
                # py4j tells in the same way that a function is missing, which is a mistake of ours.
                if not _ended(process):
                    raise
                self._end(java)
                if last:
                    break
        raise StoreError("transient", "the Java process that asks the store ended")

    @property
    def process(self) -> int | None:
        """The number of the process, for tests and measurements."""
        return self._process.pid if self._process is not None else None

    def close(self) -> None:
        """End the process. It starts again when it is asked again."""
        if self._java is not None:
            self._end(self._java)

    def _started(self) -> tuple[Any, Any, Any]:
        with self._lock:
            if self._java is None or self._owner != os.getpid():
                java, process = _launch(self._options)
                try:
                    self._configuration = _configuration(java, self._options)
                except (Py4JError, TypeError):
                    # py4j takes a class that is not there for a package.
                    process.kill()
                    process.wait()
                    raise StoreError("refused", "Hadoop's classes are not among Spark's jars, or do not fit together") from None
                self._java, self._process, self._owner = java, process, os.getpid()
                atexit.register(self.close)
            return self._java, self._configuration, self._process

    def _end(self, java: Any) -> None:
        with self._lock:
            if self._java is not java or self._owner != os.getpid():
                return
            self._java = None
            atexit.unregister(self.close)
            self._process.kill()
            self._process.wait()
            java.close()
            # Otherwise py4j would connect to nobody for each object that Python forgets later.
            java._gateway_client.is_connected = False


def _ended(process: Any) -> bool:
    try:
        # Its last answer breaks off before it is gone.
        process.wait(5)
    except subprocess.TimeoutExpired:
        return False
    return True


def hadoop_options(spark: Any) -> dict[str, str]:
    """What a session has set for Hadoop, to be sent to the executors: `spark.hadoop.*` and the site's files, without
    Hadoop's own defaults. They hold passwords and keys where the operator gives these to Spark.
    """
    context = spark.sparkContext
    writer = context._jvm.java.io.StringWriter()
    context._jsc.hadoopConfiguration().writeXml(writer)
    options = {}
    for item in xml.fromstring(writer.toString()):
        name, value, origin = (item.findtext(part) for part in ("name", "value", "source"))
        if name is not None and value is not None and not (origin or "").endswith("-default.xml"):
            options[name] = value
    settings = dict(context.getConf().getAll())
    # Executors have the jars of a job in a folder of their own; this process has them where they are.
    jars = [local_path(jar) for jar in settings.get("spark.jars", "").split(",") if jar and scheme(jar) in ("", "file")]
    places = [place for place in (settings.get("spark.executor.extraClassPath"), *jars) if place]
    if places:
        options[CLASSPATH] = os.pathsep.join(places)
    for name, value in settings.items():
        if name.startswith("spark." + _OWN):
            options[name.removeprefix("spark.")] = value
    return options


def _configuration(java: Any, options: Mapping[str, str]) -> Any:
    configuration = java.jvm.org.apache.hadoop.conf.Configuration()
    for name, value in (_OPTIONS | dict(options)).items():
        if not name.startswith(_OWN):
            configuration.set(name, value)
    # Who we are is asked before any store is: it would read the machine's own files alone.
    java.jvm.org.apache.hadoop.security.UserGroupInformation.setConfiguration(configuration)
    return configuration


def _launch(options: Mapping[str, str]) -> tuple[Any, Any]:
    classpath = _classpath(options)
    py4j = next((jar for place in classpath if place.endswith("*") for jar in glob.glob(place[:-1] + "py4j*.jar")), "")
    try:
        port, token, process = launch_gateway(
            jarpath=py4j,
            classpath=os.pathsep.join(classpath),
            javaopts=[
                f"-Xmx{options.get(HEAP, '128m')}",
                "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError",
                # Names are UTF-8 whatever the language of the machine is.
                "-Dfile.encoding=UTF-8",
            ],
            java_path=None,
            # It ends with us, also where we are killed: then its standard input does.
            die_on_exit=True,
            enable_auth=True,
            return_proc=True,
        )
    except (OSError, ValueError, Py4JError):
        raise StoreError(
            "refused", "Java, or Spark's jars, cannot be started; JAVA_HOME says where Java is, SPARK_HOME where Spark is"
        ) from None
    return JavaGateway(gateway_parameters=GatewayParameters(port=port, auth_token=token, auto_convert=True)), process


def _classpath(options: Mapping[str, str]) -> list[str]:
    """Where Java looks for classes: what the operator says, the site's configuration, the jars that Spark sent with the
    job, those of Spark itself.
    """
    places = [options.get(CLASSPATH), os.environ.get("HADOOP_CONF_DIR")]
    files = _sent()
    if files is not None:
        places.append(os.path.join(files, "*"))
    # YARN's containers hold Spark's jars in this folder.
    places += [os.path.join(folder, "*") for folder in (os.path.abspath("__spark_libs__"), _jars()) if os.path.isdir(folder)]
    places.append(os.environ.get("SPARK_DIST_CLASSPATH"))
    return [place for place in places if place]


def _sent() -> str | None:
    from pyspark import SparkFiles

    return SparkFiles._root_directory if SparkFiles._is_running_on_worker else None


def _jars() -> str:
    import pyspark

    beside = os.path.join(os.path.dirname(pyspark.__file__), "jars")
    home = os.environ.get("SPARK_HOME")
    return os.path.join(home, "jars") if home and not os.path.isdir(beside) else beside
