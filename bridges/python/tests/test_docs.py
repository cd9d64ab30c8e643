"""The page about Python works as it is written."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import Project, environment, root, write_video

page = (root / "docs/python.md").read_text("utf-8")
# A file is named in a line of its own, perhaps with a remark, before its block.
files = dict(re.findall(r"^`([\w.]+)`[^\n]*:\n\n```\w+\n(.*?)```", page, re.MULTILINE | re.DOTALL))
red, blue = (220, 30, 30), (40, 70, 220)


@pytest.fixture
def written(project: Project) -> Project:
    for name, text in files.items():
        # The Python that runs this test has the packages.
        (project.folder / name).write_text(text.replace("[python3,", f'["{sys.executable}",'), "utf-8")
    write_video(project.folder / "clip.mp4", [red, blue])
    return project


def mine(project: Project, config: str, status: int = 0) -> Any:
    done = project.vidimus("run", config, "--json")
    assert done.returncode == status, done.stderr
    return json.loads(done.stdout)["tasks"][0]["systems"][0]


def test_every_block_is_a_file_that_is_named() -> None:
    blocks = re.findall(r"^```(python|yaml|json)\n", page, re.MULTILINE)
    assert len(blocks) == len(files) == 14


@pytest.mark.parametrize(
    ("config", "status", "metric"),
    [("vidimus.yaml", 0, "accuracy"), ("retrieval.yaml", 0, "hit@1"), ("dialogue.yaml", 0, "F1"), ("events.yaml", 3, "map@0.5")],
)
def test_configurations_run(written: Project, config: str, status: int, metric: str) -> None:
    system = mine(written, config, status)
    assert system["metrics"][metric]["value"] == 1
    assert system["outcomes"]["failed"] == (1 if config == "events.yaml" else 0)


def test_functions_can_be_tested(written: Project) -> None:
    done = subprocess.run([sys.executable, "-m", "pytest", "-q"], cwd=written.folder, env=environment(), stdout=subprocess.PIPE)
    assert done.returncode == 0 and b"1 passed" in done.stdout, done.stdout


def test_the_readme_of_the_package_shows_a_script_that_starts(tmp_path: Path) -> None:
    readme = (root / "bridges/python/README.md").read_text("utf-8")
    script = tmp_path / "answer.py"
    script.write_text(re.findall(r"```python\n(.*?)```", readme, re.DOTALL)[0], "utf-8")
    hello = b'{"type": "hello", "protocol": 1}\n{"type": "ask", "asks": [{"id": 1, "messages": []}]}\n'
    done = subprocess.run([sys.executable, str(script)], input=hello, env=environment(), stdout=subprocess.PIPE)
    assert b'"text":"B"' in done.stdout
