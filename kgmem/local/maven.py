"""jgo's resolver, made safe against interruption and quick over many small files."""

from __future__ import annotations

import hashlib
import os
import shutil
import threading
import time
import zipfile
from pathlib import Path
from tempfile import NamedTemporaryFile
from xml.etree import ElementTree

import requests
from jgo.config import GlobalSettings
from jgo.constants import MAVEN_CENTRAL_URL
from jgo.maven import Artifact, Dependency, MavenContext, PythonResolver
from jgo.parse import Coordinate

from kgmem.errors import LocalServerError

ATTEMPTS = 3  # a lost connection in the middle of 240 files is no reason to give up
PAUSE = 1.0  # seconds before the second attempt; doubled before the third
SILENCE = 20  # seconds without a byte after which a connection counts as lost
CHUNK = 1 << 16

_local = threading.local()


class WholeFiles(PythonResolver):
    """Downloads beside the target, compares checksums, then renames: a file has its name only once it is whole.

    jgo itself writes to the final name and only warns of a wrong checksum, so a killed process leaves a cut file that
    is believed ever after. What the user's own Maven cache holds is copied from there when it is whole.
    """

    def __init__(self, user_repository: Path, sha256: dict[str, str]) -> None:
        super().__init__()
        self.user_repository = user_repository
        self.sha256 = sha256  # file name -> what its content must be, where that is known beforehand

    def download(self, artifact: Artifact) -> Path:
        """Where the artifact is from now on. Raises LocalServerError (the network) or OSError (the disk)."""
        target = located(artifact)
        target.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=target.parent, suffix=".part", delete=False) as file:
            part = Path(file.name)
        try:
            if not self._copied(artifact, part):
                self._downloaded(artifact, part)
            with part.open("rb+") as file:
                os.fsync(file.fileno())  # else a power cut can leave the name with nothing behind it
            os.replace(part, target)
        finally:
            part.unlink(missing_ok=True)
        return target

    def _copied(self, artifact: Artifact, part: Path) -> bool:
        have = self.user_repository / artifact.component.path_prefix / artifact.cached_filename
        expected = self.sha256.get(artifact.filename)
        if not have.is_file() or not (sha256_of(have) == expected if expected else _readable(have)):
            return False
        shutil.copyfile(have, part)
        return True

    def _downloaded(self, artifact: Artifact, part: Path) -> None:
        pause, failure = PAUSE, ""
        for attempt in range(ATTEMPTS):
            if attempt:
                time.sleep(pause)
                pause *= 2
            for repository in artifact.context.remote_repos.values():
                url = f"{repository}/{artifact.component.path_prefix.as_posix()}/{artifact.filename}"
                try:
                    failure = _fetch(url, part, self.sha256.get(artifact.filename))
                except requests.RequestException as error:
                    failure = f"{url}: {error}"
                if not failure:
                    return
        raise LocalServerError(failure)


def asked_for(coordinate: str, repository: Path, sha256: dict[str, str] | None = None) -> Dependency:
    """`group:artifact:version[:classifier]`, to be kept in `repository`; fetched from Maven Central or the mirrors of
    the user's jgo configuration.
    """
    settings = GlobalSettings.load()
    context = MavenContext(
        resolver=WholeFiles(settings.repo_cache, sha256 or {}),
        repo_cache=repository,
        local_repos=[],
        remote_repos={"central": MAVEN_CENTRAL_URL} | settings.repositories,
        timeout=SILENCE,
    )
    group, name, version, classifier = (*coordinate.split(":"), None)[:4]
    return context.create_dependency(Coordinate(group or "", name or "", version, classifier, scope="compile"))


def located(artifact: Artifact) -> Path:
    """Where the artifact is or will be."""
    return Path(artifact.context.repo_cache, artifact.component.path_prefix, artifact.cached_filename)


def _session() -> requests.Session:
    """One per thread: a kept connection fetches 240 files in a thirtieth of the time that 240 handshakes take."""
    if not hasattr(_local, "session"):
        _local.session = requests.Session()
    session: requests.Session = _local.session
    return session


def _fetch(url: str, part: Path, sha256: str | None) -> str:
    """Writes what is at `url` to `part`. Returns what was wrong, or nothing."""
    with _session().get(url, stream=True, timeout=SILENCE) as response:
        if response.status_code != requests.codes.ok:
            return f"{url}: status {response.status_code}"
        with part.open("wb") as file:
            for chunk in response.iter_content(CHUNK):
                file.write(chunk)
        if sha256:
            return "" if sha256_of(part) == sha256 else f"{url}: its content is not what was published"
        length = response.headers.get("content-length")
    checksum = _session().get(f"{url}.sha1", timeout=SILENCE)
    if checksum.status_code == requests.codes.ok:
        expected = checksum.text.split()[:1]
        return "" if expected == [_digest(part, "sha1")] else f"{url}: its checksum does not match"
    return "" if length in (None, str(part.stat().st_size)) else f"{url}: not all of its {length} bytes came"


def sha256_of(path: Path) -> str:
    """Of a file's content, in hex."""
    return _digest(path, "sha256")


def _digest(path: Path, algorithm: str) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, algorithm).hexdigest()


def _readable(path: Path) -> bool:
    """Whether a file of another cache is whole: a jar by every entry's checksum, a POM by parsing."""
    try:
        if path.suffix == ".pom":
            ElementTree.parse(path)
            return True
        with zipfile.ZipFile(path) as jar:
            return jar.testzip() is None
    except (OSError, zipfile.BadZipFile, zipfile.zlib.error, ElementTree.ParseError, EOFError):  # type: ignore[attr-defined]
        return False
