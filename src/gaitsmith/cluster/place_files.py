"""A TOML file that says where a cluster is, or how one is started."""

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from gaitsmith.declarations import Declaration, Line, declare, read_toml
from gaitsmith.errors import InputError, unknown_name

Number = Annotated[int, Field(ge=1, le=100_000)]


class TlsFiles(Declaration):
    """Who holds these may give and take work: they are the door."""

    ca: Line
    """Certificate that has signed all others."""
    cert: Line
    key: Line


class LocalSpec(Declaration):
    """Processes of this machine."""

    kind: Literal["local"] = "local"
    workers: Number


class AddressSpec(Declaration):
    """A scheduler that runs already."""

    kind: Literal["address"] = "address"
    address: Line
    tls: TlsFiles | None = None
    """Left out: as Dask's own configuration says."""
    without_tls: bool = False
    """Everybody who reaches the network may run programs there."""


class SshSpec(Declaration):
    """Machines that can be logged in to; the scheduler runs on the first."""

    kind: Literal["ssh"]
    hosts: tuple[Line, ...] = Field(min_length=1)
    workers_per_host: Number = 1
    tls: TlsFiles | None = None
    """Files that every host has in the same place."""
    without_tls: bool = False
    python: Line = ""
    """Of every host; left out: where it is here."""
    options: dict[str, Any] = Field(default={})
    """Of `asyncssh.connect`."""


class QueueSpec(Declaration):
    """Jobs of a batch system, as many as are needed for the workers."""

    kind: Literal["slurm", "pbs"]
    workers: Number
    cores: Number
    """Of a job; each is a worker."""
    memory: Line
    """Of a job, such as "32GB"."""
    walltime: Annotated[Line, Field(pattern=r"^\d+:\d\d:\d\d$")]
    """Of a job; its workers leave in order when nine tenths are over."""
    options: dict[str, Any] = Field(default={})
    """Others of dask_jobqueue's SLURMCluster or PBSCluster, such as queue."""

    @property
    def jobs(self) -> int:
        """As many as have these workers."""
        return -(-self.workers // self.cores)

    @property
    def lifetime(self) -> int:
        """s, after which a worker leaves."""
        hours, minutes, seconds = (int(part) for part in self.walltime.split(":"))
        return (3600 * hours + 60 * minutes + seconds) * 9 // 10


class KubernetesSpec(Declaration):
    """Pods by the Dask operator."""

    kind: Literal["kubernetes"]
    workers: Number
    image: Line
    """With the same gaitsmith, and its extra `cluster`."""
    name: Line = "gaitsmith"
    without_tls: bool = False
    """The operator has none of its own."""
    options: dict[str, Any] = Field(default={})
    """Others of dask_kubernetes' KubeCluster, such as namespace."""


Spec = LocalSpec | AddressSpec | SshSpec | QueueSpec | KubernetesSpec
KINDS: dict[str, type[Spec]] = {
    "local": LocalSpec,
    "address": AddressSpec,
    "ssh": SshSpec,
    "slurm": QueueSpec,
    "pbs": QueueSpec,
    "kubernetes": KubernetesSpec,
}


def read_spec(place: str) -> Spec:
    """What `--cluster` means: local:N, an address, or a TOML file."""
    if place.endswith(".toml"):
        values = read_toml(Path(place))
        kind = values.get("kind")
        if not isinstance(kind, str) or kind not in KINDS:
            raise unknown_name("kind of cluster", str(kind), KINDS, f"{place}: kind")
        return declare(KINDS[kind], values, place)
    word, _, rest = place.partition(":")
    if word == "local" and rest.isdigit():
        return declare(LocalSpec, {"workers": int(rest)}, f"--cluster {place}")
    if not rest.rpartition(":")[2].isdigit():
        raise InputError(
            f"--cluster {place}: write local:4 for four processes here, a scheduler's"
            " address such as tls://head:8786, or the path of a .toml file."
        )
    return AddressSpec(address=place)
