"""Where a cluster is: what is refused, and what would be sent to a batch system."""

from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue

import pytest

from gaitsmith.cluster import places
from gaitsmith.cluster.dask_executor import DaskExecutor
from gaitsmith.cluster.place_files import QueueSpec, read_spec
from gaitsmith.errors import InputError

DOCS = Path(__file__).parents[2] / "docs" / "cluster.md"


def opened(place: object) -> None:
    with places.open_crew(str(place)):
        pass


def toml(folder: Path, text: str) -> Path:
    path = folder / "cluster.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ("local:0", "workers: 0"),
        ("local", "write local:4 for four processes here"),
        ("tcp://head", "write local:4 for four processes here"),
        ("missing.toml", "missing.toml: there is no such file"),
        ("tcp://192.0.2.1:8786", "192.0.2.1 is another machine, and without TLS"),
    ],
)
def test_what_cannot_be_a_cluster_is_refused(place, sentence):
    with pytest.raises(InputError, match=sentence):
        opened(place)


def test_where_nobody_listens_a_sentence_says_how_to_start_one(monkeypatch, run_cli):
    monkeypatch.setattr(places, "PATIENCE", 0.3)
    done = run_cli("optimize", "demo", "--cluster", "127.0.0.1:9")
    assert done.code == 2
    assert "nobody listens at tcp://127.0.0.1:9" in done.err
    assert "dask scheduler --host 127.0.0.1 --port 9" in done.err


def test_threads_and_a_cluster_cannot_both_be_asked_for(run_cli):
    done = run_cli("optimize", "demo", "--cluster", "local:2", "--workers", "2")
    assert done.code == 2
    assert "--workers: the cluster says how many work" in done.err


def test_whether_a_host_is_this_machine():
    assert places.is_here("127.0.0.1")
    assert places.is_here("localhost")
    assert not places.is_here("192.0.2.1")
    assert not places.is_here("no.such.host.invalid")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('kind = "slrum"', "Did you mean 'slurm'"),
        ("workers = 3", "no kind of cluster is called 'None'"),
        ('kind = "local"\nworkers = 2\nqueue = "x"', "queue"),
        ('kind = "ssh"\nhosts = ["a", "b"]', "pip install asyncssh"),
        ('kind = "kubernetes"\nworkers = 2\nimage = "x"', "no TLS of its own"),
        (
            'kind = "kubernetes"\nworkers = 2\nimage = "x"\nwithout_tls = true',
            "pip install dask-kubernetes",
        ),
        (
            'kind = "address"\naddress = "tls://192.0.2.1:1"\n'
            'tls = {ca = "no.pem", cert = "no.pem", key = "no.pem"}',
            "no.pem: there is no such file",
        ),
        ('kind = "slurm"\nworkers = 2\ncores = 1\nmemory = "1GB"', "walltime"),
    ],
)
def test_a_file_that_is_wrong_is_refused_by_name(tmp_path, text, sentence):
    with pytest.raises(InputError, match=sentence):
        opened(toml(tmp_path, text))


def recipe(heading: str) -> str:
    """The TOML text below a heading of the documentation."""
    return DOCS.read_text().split(heading)[1].split("```toml\n")[1].split("```")[0]


@pytest.mark.parametrize(
    ("heading", "lines"),
    [
        (
            "## SLURM",
            [
                *("#SBATCH -p normal", "#SBATCH -A my_project", "#SBATCH -t 04:00:00"),
                *("#SBATCH --mem=30G", "#SBATCH --cpus-per-task=16"),
            ],
        ),
        ("## PBS", ["#PBS -q normal", "#PBS -l walltime=04:00:00"]),
    ],
)
def test_the_recipes_of_the_documentation_make_jobs(
    tmp_path, monkeypatch, heading, lines
):
    monkeypatch.chdir(tmp_path)  # where the certificates go
    spec = read_spec(str(toml(tmp_path, recipe(heading))))
    assert isinstance(spec, QueueSpec)
    with ExitStack() as stack:
        cluster = stack.enter_context(places.queue_cluster(spec, "docs", stack))
        script = cluster.job_script()
        assert cluster.scheduler_address.startswith("tls://")
        [secret] = [file for file in tmp_path.iterdir() if file.is_dir()]
        assert secret.stat().st_mode & 0o077 == 0
        assert f"--tls-key {secret}/key" in script
    assert not secret.exists()
    for line in lines:
        assert line in script
    assert "--nthreads 1 " in script
    assert "--nworkers 16 " in script
    assert "--lifetime 12960s" in script
    assert "source ~/gaitsmith/.venv/bin/activate" in script


class Client:
    """A scheduler whose only worker cannot import gaitsmith."""

    status = "running"

    def subscribe_topic(self, topic, handler):
        self.handler = handler

    def unsubscribe_topic(self, topic):
        pass

    def scheduler_info(self):
        return {"workers": {"tls://a:1": {"status": "running", "nthreads": 1}}}

    def run(self, function, workers, on_error):
        return {"tls://a:1": ModuleNotFoundError("No module named 'gaitsmith'")}

    def close(self, timeout):
        pass


def test_a_worker_without_gaitsmith_is_told_what_to_install():
    told: list[str] = []
    executor = DaskExecutor(Client, lambda who, own: "", told.append)  # type: ignore[arg-type]
    executor.shutdown()
    assert executor.refused["tls://a:1"].startswith(
        "tls://a:1: it has no gaitsmith that it can import"
    )
    assert executor.count == 0


def test_a_scheduler_that_is_gone_is_waited_for():
    class Lost(Client):
        def scheduler_info(self):
            if self.status != "running":
                raise RuntimeError("no scheduler")
            return {"workers": {}}

        def close(self, timeout):
            raise TimeoutError

    made: list[Lost] = []

    def connect() -> Lost:
        if len(made) == 1 and not attempts:
            attempts.append("refused")
            raise OSError
        made.append(Lost())
        return made[-1]

    attempts: list[str] = []
    told: SimpleQueue[str] = SimpleQueue()
    executor = DaskExecutor(connect, lambda who, own: "", told.put)  # type: ignore[arg-type]
    made[0].status = "connecting"
    executor._news.set()
    sentences = [told.get(timeout=60) for _ in range(3)]
    executor.shutdown()
    assert sentences[0].startswith("No worker is there; waiting")
    assert sentences[1].startswith("The cluster's scheduler is gone; waiting")
    assert sentences[2] == "The scheduler is back."
    assert attempts == ["refused"]
