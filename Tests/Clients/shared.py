"""What all tests of a run share, in however many processes they run: made by the first that asks, and gone when the run ends."""

import fcntl
import os
import shutil
import tempfile
from pathlib import Path

VARIABLE = "TESTS_SHARED_FOLDER"


def begin():
    """Called by the process that starts all others, which find the folder in their environment."""
    os.environ[VARIABLE] = tempfile.mkdtemp(prefix="gatehouse-shared-")
    # The database server runs as a user of its own, which has to come through.
    os.chmod(os.environ[VARIABLE], 0o711)


def folder(name):
    return Path(os.environ[VARIABLE]) / name


def once(name, make):
    """The folder that `make(folder)` filled, in whichever process was first; the others wait for it."""
    place, made = folder(name), folder(f"{name}.made")
    with open(folder(f"{name}.lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            # A maker that failed leaves no half of it to the next.
            shutil.rmtree(place, ignore_errors=True)
            place.mkdir(mode=0o700)
            make(place)
            made.touch()
    return place


def end():
    shutil.rmtree(os.environ.pop(VARIABLE), ignore_errors=True)
