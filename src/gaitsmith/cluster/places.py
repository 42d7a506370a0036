"""Opens a cluster: processes here, a scheduler's address, or what a TOML file starts.

Dask's processes talk in pickles, so whoever may talk to them may run any program as
their user. Between machines, therefore, TLS with certificates of our own is the
default, and on this machine, too, for what is started here.
"""

import importlib
import logging
import shutil
import socket
import tempfile
from collections.abc import Callable, Generator, Iterable
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from dask import config as dask_config
from distributed import Client, LocalCluster, Security

from gaitsmith.cluster.crew import Crew, Tell
from gaitsmith.cluster.dask_executor import PATIENCE, DaskExecutor
from gaitsmith.cluster.fingerprint import Fingerprint, own_fingerprint
from gaitsmith.cluster.keeping import Keeper
from gaitsmith.cluster.place_files import (
    AddressSpec,
    KubernetesSpec,
    LocalSpec,
    QueueSpec,
    Spec,
    SshSpec,
    TlsFiles,
    read_spec,
)
from gaitsmith.errors import InputError, WorkFailedError

HERE = "127.0.0.1"
DASHBOARD = f"{HERE}:0"  # a free port, which is told
OF_DASK = {
    # A busy machine takes long to start a process.
    "distributed.deploy.lost-worker-timeout": "60s",
    # What beats in idle processes, too, and nobody looks at.
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "500ms",
    "distributed.admin.system-monitor.interval": "5s",
}
Connect = Callable[[], Client]
Keep = Callable[[Iterable[str]], None]


@contextmanager
def open_crew(
    place: str, tell: Tell = print, allow_different_bits: bool = False
) -> Generator[Crew]:
    """Workers of a cluster, who are left, or ended if they were started here, after it.

    Args:
        place: local:N, a scheduler's address, or the path of a .toml file.
        tell: is given sentences about what is unusual.
        allow_different_bits: take workers whose canary has other bits.
    """
    spec = read_spec(place)
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":  # we tell it in fewer words
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    with ExitStack() as stack:
        stack.enter_context(dask_config.set(OF_DASK))
        connect, keep = _started(spec, f"--cluster {place}", stack)
        mine = own_fingerprint()  # compiles for those on this machine, too

        def judge(who: str, own: Fingerprint) -> str:
            is_same = own.gaitsmith == mine.gaitsmith and (
                allow_different_bits or own.bits == mine.bits
            )
            return "" if is_same else own.refusal(mine, who)

        executor = DaskExecutor(connect, judge, tell, keep)
        stack.callback(executor.shutdown)
        if executor.refused and not executor.count:
            raise InputError("\n".join(executor.refused.values()))
        yield Crew(executor, 0, tell, allow_different_bits)


def _started(spec: Spec, where: str, stack: ExitStack) -> tuple[Connect, Keep]:
    """Start what is to be started, until the stack is left.

    Returns:
        how to connect to it, and what keeps it at its size.
    """
    match spec:
        case AddressSpec():
            return _to_address(spec, where), _keep_none
        case LocalSpec():
            cluster, size = local_cluster(spec.workers), spec.workers
        case SshSpec():
            cluster, size = _ssh_cluster(spec, where, stack), len(spec.hosts)
        case QueueSpec():
            cluster, size = queue_cluster(spec, where, stack), spec.jobs
        case KubernetesSpec():
            cluster, size = _kubernetes_cluster(spec, where), 0
    stack.enter_context(cluster)
    # The operator of Kubernetes replaces its pods itself.
    keep = Keeper(cluster, size) if size else _keep_none
    return lambda: Client(cluster, timeout=PATIENCE), keep


def _keep_none(present: Iterable[str]) -> None:
    """Somebody else sees to it."""


def local_cluster(workers: int) -> Any:
    """Processes of this machine, with a key that nobody else on it has."""
    return LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        host=HERE,
        protocol="tls://",
        security=Security.temporary(),
        dashboard_address=DASHBOARD,
        silence_logs=logging.CRITICAL + 1,
    )


def _to_address(spec: AddressSpec, where: str) -> Connect:
    scheme, separator, rest = spec.address.rpartition("://")
    host = rest.rpartition(":")[0]
    if not separator:
        scheme = "tcp" if is_here(host) else "tls"
    address = f"{scheme}://{rest}"
    if scheme != "tls" and not spec.without_tls and not is_here(host):
        raise InputError(
            f"{where}: {host} is another machine, and without TLS anybody on the way"
            f" can run programs there and here. Start it with TLS and write"
            f" tls://{rest}; or say without_tls = true in a .toml file."
        )
    security = _security(spec.tls) if scheme == "tls" else None

    def connect() -> Client:
        return Client(address, timeout=PATIENCE, security=security)

    try:
        connect().close()
    except OSError:
        raise InputError(
            f"{where}: nobody listens at {address}. Start a scheduler there with: dask"
            f" scheduler --host {host} --port {rest.rpartition(':')[2]}"
        ) from None
    except (TypeError, ValueError, RuntimeError) as error:
        raise InputError(f"{where}: {error}") from None
    return connect


def is_here(host: str) -> bool:
    """Whether a host is this machine."""
    try:
        kind = socket.SOCK_STREAM
        for family, *_, place in socket.getaddrinfo(host.strip("[]"), 0, type=kind):
            with socket.socket(family, kind) as one:
                one.bind(place)
    except OSError:
        return False
    return True


def _security(tls: TlsFiles | None) -> Security:
    if tls is None:
        return Security(require_encryption=True)
    for file in (tls.ca, tls.cert, tls.key):
        if not Path(file).expanduser().is_file():
            raise InputError(f"tls: {file}: there is no such file.")
    ca, cert, key = (str(Path(f).expanduser()) for f in (tls.ca, tls.cert, tls.key))
    return Security(
        require_encryption=True,
        tls_ca_file=ca,
        **{f"tls_{role}_cert": cert for role in ("client", "worker", "scheduler")},
        **{f"tls_{role}_key": key for role in ("client", "worker", "scheduler")},
    )


def _fresh_certificate(stack: ExitStack) -> Security:
    """One for this cluster alone, in a folder that only its user may read.

    It is below the present folder, which must be one that the nodes share, until the
    stack is left.
    """
    made: Any = Security.temporary()
    folder = Path(tempfile.mkdtemp(prefix=".gaitsmith-cluster-", dir=Path.cwd()))
    stack.callback(shutil.rmtree, folder, ignore_errors=True)
    for name, text in {"cert": made.tls_ca_file, "key": made.tls_worker_key}.items():
        (folder / name).write_text(text, encoding="utf-8")
    cert = str(folder / "cert")
    return _security(TlsFiles(ca=cert, cert=cert, key=str(folder / "key")))


def queue_cluster(spec: QueueSpec, where: str, stack: ExitStack) -> Any:
    """Jobs of SLURM or PBS; none has been sent off yet."""
    module = _library("dask_jobqueue", "dask-jobqueue", where)
    kind = {"slurm": "SLURMCluster", "pbs": "PBSCluster"}[spec.kind]
    lifetime = ["--lifetime", f"{spec.lifetime}s", "--lifetime-stagger", "60s"]
    options = {
        "scheduler_options": {"dashboard_address": DASHBOARD},
        "worker_extra_args": lifetime,
        **spec.options,
    }
    return _made(
        where,
        lambda: getattr(module, kind)(
            cores=spec.cores,
            processes=spec.cores,  # one thread each: rollouts fill a core
            memory=spec.memory,
            walltime=spec.walltime,
            protocol="tls://",
            security=_fresh_certificate(stack),
            **options,
        ),
    )


def _ssh_cluster(spec: SshSpec, where: str, stack: ExitStack) -> Any:
    _library("asyncssh", "asyncssh", where)
    from distributed import SSHCluster

    if spec.tls is None and not spec.without_tls:
        raise InputError(
            f"{where}: tls: name certificate files that every host has, or say"
            " without_tls = true where nobody else reaches the network."
        )
    protocol = "tcp" if spec.tls is None else "tls"
    security = None if spec.tls is None else _security(spec.tls)
    if security is not None:  # the hosts are given Dask's configuration
        roles = ("client", "worker", "scheduler")
        files = {
            f"distributed.comm.tls.{role}": security.get_tls_config_for_role(role)
            for role in roles
        }
        stack.enter_context(
            dask_config.set(
                {
                    "distributed.comm.require-encryption": True,
                    "distributed.comm.tls.ca-file": security.tls_ca_file,
                    **{
                        f"{key}.{part}": found[part]
                        for key, found in files.items()
                        for part in ("cert", "key")
                    },
                }
            )
        )
    return _made(
        where,
        lambda: SSHCluster(
            [spec.hosts[0], *spec.hosts],
            connect_options=spec.options,
            worker_options={"nthreads": 1, "n_workers": spec.workers_per_host},
            scheduler_options={
                "protocol": f"{protocol}://",
                "dashboard_address": DASHBOARD,
            },
            remote_python=spec.python or None,
            security=security,
        ),
    )


def _kubernetes_cluster(spec: KubernetesSpec, where: str) -> Any:
    if not spec.without_tls:
        raise InputError(
            f"{where}: the Dask operator has no TLS of its own; say without_tls = true"
            " where nobody else reaches the pods' network."
        )
    module = _library("dask_kubernetes.operator", "dask-kubernetes", where)
    return _made(
        where,
        lambda: module.KubeCluster(
            name=spec.name, image=spec.image, n_workers=spec.workers, **spec.options
        ),
    )


def _library(module: str, package: str, where: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError:
        raise InputError(
            f"{where}: it needs another library: pip install {package}"
        ) from None


def _made(where: str, make: Callable[[], Any]) -> Any:
    """A cluster, or a sentence on why there is none."""
    try:
        return make()
    except (TypeError, ValueError) as error:
        raise InputError(f"{where}: {error}") from None
    except (OSError, RuntimeError) as error:
        raise WorkFailedError(f"{where}: {error}") from None
