import { expect, it } from "vitest";
import { fitProgress } from "./learn.ts";
import { trainingLog } from "./training-log.ts";

const identity = { head: "neural", epochs: 80, hidden: [8], initial: "0".repeat(64) };

function logged(kind: string, repeat = 0) {
  const lines: string[] = [];
  const log = trainingLog(
    { id: "actions" },
    { id: "network", kind, identity },
    { repeat, onLog: (line) => lines.push(line.replace(/\d+\.\d s/, "1.0 s")) },
  );
  return { log, lines };
}

it("tells settings, losses along the way, what it came to and what is wrong", () => {
  const { log, lines } = logged("heads");
  log.started();
  log.epoch({ epoch: 1, loss: 1.81234 });
  log.epoch({ epoch: 80, loss: 0.5, validationLoss: 0.25 });
  log.ended({
    figures: { samples: 107, "train accuracy": 0.98765 },
    warnings: ["training did not converge: the loss rose"],
  });
  expect(lines).toEqual([
    "training actions, network: begins (heads, head neural, epochs 80)",
    "training actions, network: epoch 1, loss 1.812",
    "training actions, network: epoch 80, loss 0.5, validation loss 0.25",
    "training actions, network: ended after 1.0 s: samples 107, train accuracy 0.9877",
    "training actions, network: warning: training did not converge: the loss rose",
  ]);
});

it("names the repeat, and says nothing of baselines", () => {
  const second = logged("heads", 1);
  second.log.left("interrupted");
  expect(second.lines).toEqual(["training actions, network, repeat 2: interrupted after 1.0 s"]);
  const baseline = logged("majority");
  baseline.log.started();
  expect(baseline.lines).toEqual([]);
});

it("progress names the task and the system", () => {
  const nouns: string[] = [];
  const progress = fitProgress({ task: "actions", system: "network" }, (event) => {
    if (event.type === "progress") nouns.push(event.noun);
  });
  progress(80, 80);
  expect(nouns).toEqual(["steps of training network on actions"]);
});
