import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { evaluate } from "../../src/evaluation/evaluate.ts";
import { rescore } from "../../src/evaluation/rescore.ts";
import { verifyRun } from "../../src/evaluation/verify/verify-run.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const { path: cwd } = folder;
const secret = "what only the data says";

async function reportOf(data: string): Promise<{ page: string; directory: string }> {
  folder.file(
    "vidimus.yaml",
    `name: seen\ntasks: [{ id: qa, family: multiple-choice, data: { path: qa.jsonl, media: pictures${data} } }]\nsystems: [{ id: eyes, kind: pixels }]\n`,
  );
  const { directory } = await evaluate(join(cwd, "vidimus.yaml"), { isNew: true });
  return { directory, page: readFileSync(join(directory, "report.html"), "utf8") };
}

beforeAll(async () => {
  const rows = Array.from({ length: 3 }, (_, at) => ({
    id: `q${at}`,
    question: secret,
    choices: ["x", "y"],
    answer: 0,
    media: [`a picture ${at}.png`],
  }));
  folder.file("qa.jsonl", rows.map((row) => JSON.stringify(row)).join("\n"));
  folder.file("pictures/.keep", "");
  for (const { media } of rows)
    await sharp({ create: { width: 32, height: 16, channels: 3, background: "#808080" } }).toFile(
      join(cwd, "pictures", media[0]!),
    );
});

describe("mistakes in a report", () => {
  it("show the frames that the system was shown, and lead to their moments", async () => {
    const { page, directory } = await reportOf("");
    expect(page.match(/<img src="data:image\/jpeg;base64,/g)).toHaveLength(3);
    expect(page).toContain('href="../../pictures/a%20picture%201.png#t=0"');
    expect(page).toContain(secret);
    await rescore(directory);
    const again = readFileSync(join(directory, "report.html"), "utf8");
    expect(again.match(/<img src=/g)).toHaveLength(3);
  });

  it("are ids alone where the data may not be handed on", async () => {
    const { page, directory } = await reportOf(", redistribute: false");
    expect(page).not.toContain("<img");
    expect(page).not.toContain(secret);
    expect(page).toContain("q1");
    for (const name of ["metrics.json", "pictures.json", "evidence.json"])
      expect(readFileSync(join(directory, name), "utf8")).not.toContain(secret);
    expect(JSON.parse(readFileSync(join(directory, "evidence.json"), "utf8")).cells).toEqual([]);
    const { state } = await verifyRun(directory, { checksMedia: true, onEvent: () => undefined });
    expect(state).toBe("unchanged");
  });

  it("quote no replies where the data may not be handed on", async () => {
    const says = (text: string) => ({ id: "q0", reply: text });
    folder.file("replies.jsonl", JSON.stringify(says(`Nobody can see ${secret}`)));
    folder.file(
      "quoting.yaml",
      "name: quoting\ntasks: [{ id: qa, family: multiple-choice, data: { path: qa.jsonl, redistribute: false } }]\nsystems: [{ id: told, kind: predictions, path: replies.jsonl }]\n",
    );
    const { directory } = await evaluate(join(cwd, "quoting.yaml"), { isNew: true });
    const read = (name: string) => readFileSync(join(directory, name), "utf8");
    for (const again of [false, true]) {
      if (again) await rescore(directory);
      expect(read("metrics.json")).toContain("no choice can be read from …");
      for (const name of ["report.html", "metrics.json"])
        expect(read(name)).not.toContain("Nobody can see");
    }
  });
});
