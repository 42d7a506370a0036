"""The program of one of `processes`: calls functions for the process that started it.

python -m gaitsmith.simulation.helper PIPE PLUGIN...
"""

import signal
import sys
from multiprocessing.connection import Connection
from typing import Any

from gaitsmith.plugins import load_plugin

DONE, FAILED, NOTED = "done", "failed", "noted"


def main() -> None:
    """Work until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started us decides
    link = Connection(int(sys.argv[1]))
    for file in sys.argv[2:]:
        load_plugin(file)
    function: Any = None
    try:
        while True:
            is_new, given, item = link.recv()
            function = given if is_new else function
            if hasattr(function, "note"):
                function.note = lambda *told: link.send((NOTED, told))
            try:
                found = DONE, function(item)
            except (EOFError, OSError):
                raise
            except Exception as error:
                found = FAILED, error
            link.send(found)
    except (EOFError, OSError):  # they are gone
        return


if __name__ == "__main__":
    main()
