import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { testPictures } from "./test-pictures.ts";

const folder = temporaryFolder();
const names = ["same.bmp", "flipped.bmp", "new.bmp"];

/**
 * Three pictures of a format without any checksum: one as listed, one with a flipped bit, one that
 * nobody listed.
 */
async function project(): Promise<string> {
  const bytes = Buffer.from(await testPictures.bmp!());
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  for (const name of names) folder.file(`pictures/${name}`, bytes);
  bytes[bytes.length - 100]! ^= 64;
  folder.file("pictures/flipped.bmp", bytes);
  folder.file("sums.sha256", `${sha256}  same.bmp\n${sha256}  ./flipped.bmp\n`);
  const row = (image: string) => ({
    id: image,
    image,
    question: "Which?",
    choices: ["red", "blue"],
    answer: 0,
  });
  folder.file("qa.jsonl", names.map((name) => JSON.stringify(row(name))).join("\n"));
  folder.file(
    "vidimus.yaml",
    "name: sums\ntasks:\n  - id: qa\n    family: multiple-choice\n    data: { path: qa.jsonl, media: pictures, checksums: sums.sha256 }\nsystems:\n  - { kind: pixels }\n",
  );
  return folder.path;
}

it("a picture that differs from its known digest is found by probe and never shown", async () => {
  const cwd = await project();
  const probed = await cli(["probe", "vidimus.yaml", "--json"], { cwd });
  const { files } = JSON.parse(probed.stdout) as {
    files: { name: string; problem?: string; probe?: { warnings: string[] } }[];
  };
  expect(files.map(({ name, problem, probe }) => [name, problem ?? probe?.warnings])).toEqual([
    ["same.bmp", []],
    ["flipped.bmp", expect.stringContaining("flipped.bmp: differs from the digest in sums.sha256")],
    ["new.bmp", ["is not in sums.sha256"]],
  ]);
  expect(probed.status).toBe(3);

  const { stdout, stderr } = await cli(["run", "--json"], { cwd });
  expect(stderr).toContain("new.bmp: is not in");
  expect(stderr).not.toContain("same.bmp: is not in");
  const { directory } = JSON.parse(stdout) as { directory: string };
  const log = readFileSync(join(directory, "run.jsonl"), "utf8");
  expect(log.match(/differs from the digest in sums\.sha256/g)).toHaveLength(1);

  writeFileSync(join(cwd, "sums.sha256"), "nonsense\n");
  expect(await cli(["run", "--json"], { cwd })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("sums.sha256:1: names no file"),
  });
});

it("folders that are linked in a circle are gone through once", async () => {
  mkdirSync(join(folder.path, "circle/deep"), { recursive: true });
  symlinkSync("..", join(folder.path, "circle/deep/up"));
  folder.file("circle/deep/text.png", "no picture");
  const { stdout } = await cli(["probe", "circle", "--json"], { cwd: folder.path });
  expect(JSON.parse(stdout).files).toMatchObject([
    {
      name: "circle/deep/text.png",
      problem: expect.stringMatching(/^circle\/deep\/text\.png: not a PNG/),
    },
  ]);
});

it("a list is written by probe, read by run, and refuses a file that changed since", async () => {
  const cwd = await project();
  folder.file("pictures/broken.bmp", "no picture");
  folder.file(
    "vidimus.yaml",
    readFileSync(join(cwd, "vidimus.yaml"), "utf8").replace(", checksums: sums.sha256", ""),
  );
  const probed = await cli(["probe", "vidimus.yaml", "--write-checksums", "lists.sha256"], { cwd });
  expect(probed).toMatchObject({
    status: 0,
    stderr: expect.stringContaining("checksums: lists.sha256"),
  });
  const listed = () => readFileSync(join(cwd, "lists.sha256"), "utf8").trim().split("\n");
  expect(listed().map((line) => line.replace(/^[0-9a-f]{64} {2}/, ""))).toEqual([...names].sort());

  folder.file(
    "vidimus.yaml",
    readFileSync(join(cwd, "vidimus.yaml"), "utf8").replace(
      "media: pictures",
      "media: pictures, checksums: lists.sha256",
    ),
  );
  folder.file(
    "pictures/new.bmp",
    Buffer.concat([readFileSync(join(cwd, "pictures/new.bmp")), Buffer.alloc(1)]),
  );
  expect(await cli(["probe", "vidimus.yaml"], { cwd })).toMatchObject({
    status: 3,
    stdout: expect.stringContaining("differs from the digest"),
  });

  // A folder gives the same list; what is broken is not vouched for.
  const whole = await cli(["probe", "pictures", "--write-checksums", "lists.sha256"], { cwd });
  expect(whole.status).toBe(3);
  expect(listed().map((line) => line.slice(66))).toEqual([...names].sort());
  const apart = await cli(
    ["probe", "pictures", "pictures/same.bmp", "--write-checksums", "none.sha256"],
    { cwd },
  );
  expect(apart).toMatchObject({ status: 2, stderr: expect.stringContaining("2 media folders") });
});
