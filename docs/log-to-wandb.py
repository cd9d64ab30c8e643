"""Logs the scores of a Vidimus run to Weights & Biases: one run for each system and task.

    pip install wandb
    python log-to-wandb.py runs/20261115-120000-plant --project videos

WANDB_MODE=offline writes files for `wandb sync` and sends nothing.
"""

import argparse
import json
import pathlib

import wandb


def figures(summary, system):
    """Scores with the ends of their intervals, and what is known of the machine."""
    found = {"coverage": system["coverage"], "answered": system["answered"], "n": system["n"]}
    for name, score in system["metrics"].items():
        found[name] = score["value"]
        found[f"{name}/low"] = score["low"]
        found[f"{name}/high"] = score["high"]
    machine = summary.get("machine")
    if machine:
        for process in machine["processes"]:
            found[f"machine/{process['name']}/peak_rss_bytes"] = process["rss"]["peak"]
            found[f"machine/{process['name']}/mean_busy_cores"] = process["cpu"]["mean"]
        for gpu in machine["gpus"]:
            found[f"machine/gpu {gpu['name']}/peak_memory_bytes"] = gpu["memory"]["peak"]
    return {name: value for name, value in found.items() if value is not None}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run", type=pathlib.Path, help="directory of a run")
    parser.add_argument("--project", default="vidimus")
    options = parser.parse_args()
    summary = json.loads((options.run / "metrics.json").read_text())
    for task in summary["tasks"]:
        for system in task["systems"]:
            logged = wandb.init(
                project=options.project,
                name=f"{summary['name']} {task['id']} {system['id']}",
                group=options.run.name,
                config={
                    "task": task["id"],
                    "family": task["family"],
                    "system": system["id"],
                    "kind": system["kind"],
                    "headline": system["headline"],
                },
                reinit="finish_previous",
            )
            logged.summary.update(figures(summary, system))
            logged.finish()


if __name__ == "__main__":
    main()
