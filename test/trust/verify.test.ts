import { copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { evaluate } from "../../src/evaluation/evaluate.ts";
import { withDigest } from "../../src/evaluation/output/digested-json.ts";
import { rescore } from "../../src/evaluation/rescore.ts";
import { verifyPage } from "../../src/evaluation/verify/verify-page.ts";
import { verifyRun } from "../../src/evaluation/verify/verify-run.ts";
import { verificationOf } from "../../src/summary/verification.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const { path: cwd } = folder;
let original = "";

async function picture(name: string, red: number): Promise<void> {
  const background = { r: red, g: 9, b: 9 };
  await sharp({ create: { width: 8, height: 8, channels: 3, background } }).toFile(join(cwd, name));
}

/** A copy of the run, in which a file says something else. */
function copyWith(name: string, change: (text: string) => string): string {
  const copy = join(original, "../copy");
  rmSync(copy, { recursive: true, force: true });
  cpSync(original, copy, { recursive: true });
  const path = join(copy, name);
  writeFileSync(path, change(readFileSync(path, "utf8")));
  return copy;
}

/** The parts of a run that are not as they were, and the files that were changed. */
async function found(directory: string, checksMedia = true) {
  const { state, parts } = await verifyRun(directory, { checksMedia, onEvent: () => undefined });
  const odd = parts.filter((part) => part.state !== "unchanged");
  return {
    state,
    parts: odd.map(({ part }) => part),
    changed: odd.flatMap(({ changed }) => changed),
    text: odd.map(({ text }) => text).join("\n"),
  };
}

beforeAll(async () => {
  const rows = Array.from({ length: 15 }, (_, at) =>
    JSON.stringify({
      id: `q${at}`,
      question: `${at}?`,
      choices: ["a", "b"],
      answer: at % 2,
      media: [`p${at % 3}.png`],
    }),
  );
  folder.file("qa.jsonl", rows.join("\n"));
  for (const at of [0, 1, 2]) await picture(`p${at}.png`, 80 * at);
  folder.file(
    "vidimus.yaml",
    "name: sealed\ntasks: [{ id: qa, family: multiple-choice, data: { path: qa.jsonl, media: . } }]\nsystems: [{ kind: oracle }, { kind: chance }, { kind: pixels }]\n",
  );
  original = (await evaluate(join(cwd, "vidimus.yaml"))).directory;
});

describe("verify", () => {
  it("finds a run as it was, also after it was scored again", async () => {
    expect(await found(original)).toEqual({ state: "unchanged", parts: [], changed: [], text: "" });
    await rescore(original);
    expect((await found(original)).text).toBe("");
  });

  it.each([
    ["samples.csv", (text: string) => text.replace("q3", "q4"), ["files"]],
    ["manifest.json", (text: string) => text.replace('"linux"', '"plan9"'), ["files"]],
    ["report.html", (text: string) => text.replace("100.00 %", "99.00 %"), ["report"]],
    [
      "metrics.json",
      (text: string) => text.replace('"value": 1,', '"value": 0.9,'),
      ["files", "figures"],
    ],
    ["listing.json", (text: string) => text.replace('"packed":"', '"packed":"A'), ["files"]],
    ["evidence.json", (text: string) => text.replace('"n":15', '"n":14'), ["files"]],
  ])("names %s where it was changed", async (name, change, parts) => {
    const copy = copyWith(name, change);
    expect(readFileSync(join(copy, name), "utf8")).not.toBe(
      readFileSync(join(original, name), "utf8"),
    );
    const { state, ...rest } = await found(copy);
    expect([state, rest.parts, rest.changed]).toEqual(["changed", parts, [name]]);
  });

  it.each([
    ["samples.csv", "files"],
    ["manifest.json", "files"],
    ["metrics.json", "files"],
    ["run.jsonl", "log"],
  ])("names %s where it is gone", async (name, part) => {
    const copy = copyWith("samples.csv", (text) => text);
    rmSync(join(copy, name));
    const { state, parts, changed } = await found(copy);
    expect([state, parts[0], changed]).toEqual(["changed", part, [name]]);
  });

  it("does not take any page for a report", async () => {
    const path = folder.file("foreign.html", "<!doctype html><title>Something else</title>");
    const { state, parts } = verificationOf(path, await verifyPage(path, "foreign.html"));
    expect(state).toBe("unchecked");
    expect(parts.map(({ text }) => text).join()).toContain("no page that Vidimus wrote");
  });

  it("names the damaged line of a log, and the scores that it moves", async () => {
    const copy = copyWith("run.jsonl", (text) => {
      const lines = text.split("\n");
      const at = lines.findIndex((line) => line.includes('"event":"outcome"'));
      lines[at] = lines[at]!.replace('"attempt":1', '"attempt":2');
      return lines.join("\n");
    });
    const { state, parts, changed, text } = await found(copy);
    expect([state, parts, changed]).toEqual(["changed", ["log", "figures"], ["run.jsonl"]]);
    expect(text).toMatch(/1 damaged line left out \(line \d+: checksum does not match\)/);
    expect(text).toMatch(/come to something else now: qa, /);
  });

  it("looks at what selfcheck and rejudge added", async () => {
    const copy = copyWith("samples.csv", (text) => text);
    const noise = join(copy, "selfcheck.json");
    writeFileSync(noise, withDigest({ cells: [1] }));
    cpSync(join(original, "run.jsonl"), join(copy, "rejudged/other/run.jsonl"));
    expect((await found(copy)).text).toBe("");
    writeFileSync(noise, readFileSync(noise, "utf8").replace("1", "2"));
    const log = join(copy, "rejudged/other/run.jsonl");
    writeFileSync(log, readFileSync(log, "utf8").replace('"attempt":1', '"attempt":2'));
    const { parts, changed, text } = await found(copy);
    expect(parts).toEqual(["selfcheck", "rejudged"]);
    expect(changed).toEqual(["selfcheck.json", "rejudged/other/run.jsonl"]);
    expect(text).toContain("rejudged/other/run.jsonl: 1 damaged line");
    writeFileSync(noise, "{}");
    expect((await found(copy)).text).toContain("selfcheck.json has no digest");
  });

  it("notices a log that was exchanged as a whole", async () => {
    const copy = copyWith("run.jsonl", (text) =>
      text.split("\n").slice(0, -2).join("\n").concat("\n"),
    );
    const { parts, text } = await found(copy);
    expect(parts).toContain("log");
    expect(text).toContain("is not the log that metrics.json was computed from");
  });

  it("names data and media that are no longer what was read and shown", async () => {
    const kept = ["qa.jsonl", "p1.png"].map(
      (name) => [name, readFileSync(join(cwd, name))] as const,
    );
    writeFileSync(join(cwd, "qa.jsonl"), String(kept[0]![1]).replace("3?", "three?"));
    await picture("p1.png", 7);
    const { parts, changed } = await found(original);
    expect(parts.slice(0, 2)).toEqual(["data", "media"]);
    expect(changed).toEqual(["qa.jsonl", "p1.png"]);
    expect((await found(original, false)).changed).toEqual(["qa.jsonl"]);
    for (const [name, bytes] of kept) writeFileSync(join(cwd, name), bytes);
    rmSync(join(cwd, "p2.png"));
    const gone = await found(original);
    expect([gone.state, gone.parts]).toEqual(["unchecked", ["media"]]);
    expect(gone.text).toContain("not there any more: p2.png");
    await picture("p2.png", 160);
  });

  it("checks a report far from its run, by the evidence that it carries", async () => {
    const page = join(cwd, "sent.html");
    copyFileSync(join(original, "report.html"), page);
    const check = async () => verificationOf(page, await verifyPage(page, "sent.html"));
    const { state, parts } = await check();
    expect(state).toBe("unchanged");
    expect(parts[1]!.text).toMatch(/^3 headline scores computed again/);
    const text = readFileSync(page, "utf8");
    writeFileSync(page, text.replace("100.00 %", "99.00 %"));
    expect((await check()).parts.map((part) => part.state)).toEqual(["changed", "unchanged"]);
    writeFileSync(
      page,
      text.replace(/<script type="application\/gzip" id="evidence".*?<\/script>/, ""),
    );
    expect((await check()).parts.map((part) => part.state)).toEqual(["changed", "unchecked"]);
    writeFileSync(page, "<p>no report of ours</p>");
    expect((await check()).state).toBe("unchecked");
  });

  it("ends with 100 where anything was changed, and prints which", async () => {
    const copy = copyWith("samples.csv", (text) => text.replace("q3", "q4"));
    const changed = await cli(["verify", copy], { cwd });
    expect([changed.status, changed.stdout]).toEqual([
      100,
      expect.stringMatching(/CHANGED[^:]*changed:\s+samples\.csv/),
    ]);
    const fine = await cli(["verify", original, "--json"], { cwd });
    expect([fine.status, JSON.parse(fine.stdout)]).toMatchObject([0, { state: "unchanged" }]);
    expect((await cli(["verify", "nowhere"], { cwd })).status).toBe(2);
  });
});
