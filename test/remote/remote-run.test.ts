import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { clipQuestions, clipSize, demoClip, drawClip } from "../../src/cli/commands/demo/clips.ts";
import { writeVideo } from "../../src/media/video/write-video.ts";
import { cli } from "../support/cli.ts";
import {
  type ObjectServer,
  objectServer,
  type SigningKey,
  signatureProblem,
} from "../support/object-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = temporaryFolder();
const key: SigningKey = { id: "AKIAEXAMPLE", secret: "very/secret+key", region: "us-east-1" };
const keys = { AWS_ACCESS_KEY_ID: key.id, AWS_SECRET_ACCESS_KEY: key.secret };
const h264 = { encoder: "libx264", container: "mp4", ...clipSize };

function clip(number: number): Buffer {
  const path = join(root.path, `${number}.mp4`);
  if (!existsSync(path)) writeVideo(path, h264, drawClip(demoClip(number, 7)));
  return readFileSync(path);
}

function bucket(): Promise<ObjectServer> {
  return objectServer({
    guard(request) {
      const code = signatureProblem(request, key);
      return code === undefined ? undefined : { status: 403, code };
    },
  });
}

interface Project {
  readonly data?: string;
  readonly more?: string;
  /** What rows call the clip of a number. */
  name?(number: number): string;
}

/** Questions about four clips that pixels can answer, three of each. */
function project(folder: string, { data = "", more = "", name }: Project = {}): string {
  const cwd = join(root.path, folder);
  mkdirSync(cwd, { recursive: true });
  const rows = [0, 1, 2, 3].flatMap((number) =>
    clipQuestions(demoClip(number, 7), name?.(number) ?? `clip-${number}.mp4`, 7).slice(0, 3),
  );
  writeFileSync(join(cwd, "qa.jsonl"), rows.map((row) => JSON.stringify(row)).join("\n"));
  writeFileSync(
    join(cwd, "vidimus.yaml"),
    `name: far\ntasks:\n  - { id: qa, family: multiple-choice, data: { path: qa.jsonl${data} }, frames: { count: 4 } }\nsystems:\n  - { kind: pixels }\n${more}`,
  );
  return cwd;
}

/** All that a run has written, to look for what must not be there. */
function allText(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => /\.(?:jsonl?|log|html|csv|md)$/.test(path))
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
}

function answeredIn(stdout: string) {
  const { tasks, directory } = JSON.parse(stdout) as {
    readonly directory: string;
    readonly tasks: readonly {
      readonly systems: readonly {
        readonly outcomes: Readonly<Record<string, number>>;
        readonly metrics: Readonly<Record<string, { readonly value: number }>>;
      }[];
    }[];
  };
  const { outcomes, metrics } = tasks[0]!.systems[0]!;
  return { directory, outcomes, accuracy: metrics.accuracy?.value };
}

it("watches videos of an S3 bucket: only those wanted, noticed when they change, without a secret in what is stored", async () => {
  await using server = await bucket();
  for (const number of [0, 1, 2, 3]) server.put(`plant/videos/clip-${number}.mp4`, clip(number));
  const cwd = project("s3", { data: ", media: s3://plant/videos" });
  const env = { ...keys, AWS_ENDPOINT_URL_S3: server.url };
  const gets = () => server.asked.filter(({ method }) => method === "GET").map(({ path }) => path);

  const few = await cli(["run", "--json", "--limit", "2"], { cwd, env });
  expect(few.status, few.stderr).toBe(0);
  const wanted = new Set(gets());
  expect(wanted.size).toBe(gets().length);
  expect(wanted.size).toBeLessThanOrEqual(2);

  const whole = await cli(["run", "--json", "--new"], { cwd, env });
  expect(answeredIn(whole.stdout)).toMatchObject({ outcomes: { answered: 12 }, accuracy: 1 });
  expect(gets()).toHaveLength(4);
  const { directory } = answeredIn(whole.stdout);
  expect(readFileSync(join(directory, "run.jsonl"), "utf8")).toContain(
    createHash("sha256").update(clip(0)).digest("hex"),
  );
  expect(allText(directory)).not.toMatch(/very\/secret|AWS4-HMAC|Signature=/);

  // The same again asks for states alone, and finds nothing to do.
  const before = server.asked.length;
  await cli(["run", "--json"], { cwd, env });
  expect(server.asked.slice(before).map(({ method }) => method)).toEqual(Array(4).fill("HEAD"));

  server.put("plant/videos/clip-1.mp4", clip(2));
  const changed = await cli(["run", "--json"], { cwd, env });
  expect(answeredIn(changed.stdout)).toMatchObject({ directory, outcomes: { answered: 12 } });
  expect(answeredIn(changed.stdout).accuracy).toBeLessThan(1);
  expect(gets()).toHaveLength(5);

  const offline = await cli(["run", "--json", "--new", "--offline"], { cwd, env });
  expect(answeredIn(offline.stdout).outcomes).toMatchObject({ answered: 12 });
  const listed = await cli(["cache", "list", "--kind", "remote", "--json"], { cwd });
  expect(JSON.parse(listed.stdout).kinds).toContainEqual(
    expect.objectContaining({ id: "remote", count: 5 }),
  );
  await cli(["cache", "clear", "--kind", "remote"], { cwd });
  const asked = server.asked.length;
  const gone = await cli(["run", "--new", "--offline"], { cwd, env });
  expect(gone.stderr).toContain("offline, but this would be fetched: s3://plant/videos/clip-0.mp4");
  expect(server.asked).toHaveLength(asked);
});

it("says before anything is asked that keys are missing or that nothing is there, and takes up what came since", async () => {
  await using server = await bucket();
  const cwd = project("lacking", { data: ", media: s3://plant" });
  const env = { AWS_ENDPOINT_URL: server.url, HOME: cwd };
  const denied = await cli(["run"], { cwd, env });
  expect(denied.stderr).toMatch(/s3:\/\/plant\/clip-0\.mp4: may not be read without keys \(403/);
  expect(denied.stderr).toContain("AWS_ACCESS_KEY_ID");
  const nothing = await cli(["run"], { cwd, env: { ...env, ...keys } });
  expect(nothing.stderr).toContain("s3://plant/clip-0.mp4: is not there (404)");
  for (const number of [0, 1, 2]) server.put(`plant/clip-${number}.mp4`, clip(number));
  const before = server.asked.length;
  const checked = await cli(["check", "vidimus.yaml"], { cwd, env: { ...env, ...keys } });
  expect(checked.stdout + checked.stderr).toContain("s3://plant/clip-3.mp4: is not there (404)");
  expect(server.asked.slice(before).map(({ method }) => method)).toEqual(Array(4).fill("HEAD"));
  const some = await cli(["run", "--json"], { cwd, env: { ...env, ...keys } });
  expect(answeredIn(some.stdout).outcomes).toMatchObject({ answered: 9, "media-error": 3 });
  server.put("plant/clip-3.mp4", clip(3));
  const all = await cli(["run", "--json"], { cwd, env: { ...env, ...keys } });
  expect(answeredIn(all.stdout)).toMatchObject({ outcomes: { answered: 12 }, accuracy: 1 });
});

it("takes addresses from rows, signed ones too, within a bound of two files, and refuses what digests to something else", async () => {
  await using server = await objectServer({
    guard: ({ url }) =>
      url?.includes("X-Amz-Signature=topsecret") ? undefined : { status: 403, code: "" },
  });
  for (const number of [0, 1, 2, 3]) server.put(`v/${number}.mp4`, clip(number));
  const address = (number: number) => `${server.url}/v/${number}.mp4`;
  const most = Math.max(...[0, 1, 2, 3].map((number) => clip(number).length));
  const cwd = project("rows", {
    data: ", checksums: sums.sha256",
    more: `cache: { remote: ${2 * most + 10} }\n`,
    name: (number) => `${address(number)}?X-Amz-Signature=topsecret&X-Amz-Expires=60`,
  });
  const sums = [0, 1, 2, 3].map(
    (number) =>
      `${createHash("sha256")
        .update(clip(number === 3 ? 0 : number))
        .digest("hex")}  ${address(number)}\n`,
  );
  writeFileSync(join(cwd, "sums.sha256"), sums.join(""));
  const { stdout, stderr } = await cli(["run", "--json"], { cwd });
  const { directory, outcomes } = answeredIn(stdout);
  expect(outcomes, stderr).toMatchObject({ answered: 9, "media-error": 3 });
  const text = allText(directory);
  expect(text).toContain(`${address(3)}: differs from the digest in sums.sha256 (SHA-256`);
  expect(text + stdout + stderr).not.toContain("topsecret");
  const sizes = readdirSync(join(cwd, ".cache/remote/objects")).map((name) =>
    Number(/-(\d+)\./.exec(name)?.[1]),
  );
  expect(sizes.length).toBeLessThan(4);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(2 * most + 10);
  const probed = await cli(["probe", "vidimus.yaml", "--json"], { cwd });
  expect(probed.stdout).not.toContain("topsecret");
  expect(
    (JSON.parse(probed.stdout).files as { readonly problem?: string }[]).map(
      ({ problem }) => problem?.includes("differs") ?? false,
    ),
  ).toEqual([false, false, false, true]);
});

it("finds videos by templates and maps that lead elsewhere, and probes an address", async () => {
  await using server = await objectServer();
  for (const number of [0, 1, 2, 3]) server.put(`b/far/x${number}.webm`, clip(number));
  const env = { STORAGE_EMULATOR_HOST: server.url, HOME: root.path };
  const cwd = project("map", {
    data: ", media: map.json",
    name: (number) => `clip-${number}.mp4`,
  });
  writeFileSync(
    join(cwd, "map.json"),
    JSON.stringify(
      Object.fromEntries([0, 1, 2, 3].map((n) => [`clip-${n}`, `gs://b/far/x${n}.webm`])),
    ),
  );
  const { stdout, stderr } = await cli(["run", "--json"], { cwd, env });
  expect(answeredIn(stdout).outcomes, stderr).toMatchObject({ answered: 12 });
  const probed = await cli(["probe", "gs://b/far/x0.webm", "gs://b/none.mp4"], { cwd, env });
  expect(probed.stdout).toMatch(/gs:\/\/b\/far\/x0\.webm +h264/);
  expect(probed.stdout).toContain("is not there (404)");
  const wrong = await cli(["run", "--set", "tasks.qa.data.media=https://host/v?sv=1"], { cwd });
  expect(wrong.stderr).toContain("data.media: https://host/v comes with a query");
});

it("opens a folder of the web by a password of the environment, which no run stores", async () => {
  const login = `Basic ${Buffer.from("me:open sesame").toString("base64")}`;
  await using server = await objectServer({
    guard: ({ headers }) =>
      headers.authorization === login ? undefined : { status: 401, code: "" },
  });
  for (const number of [0, 1, 2, 3]) server.put(`v/clip-${number}.mp4`, clip(number));
  const place = server.url.replace("://", `://me:\${FAR_PASSWORD}@`);
  const cwd = project("login", { data: `, media: "${place}/v"` });
  const opened = await cli(["run", "--json"], {
    cwd,
    env: { FAR_PASSWORD: "open%20sesame" },
  });
  const { outcomes, directory } = answeredIn(opened.stdout);
  expect(outcomes, opened.stderr).toMatchObject({ answered: 12 });
  expect(allText(directory)).not.toMatch(/sesame/);
  const closed = await cli(["run", "--new"], { cwd, env: { FAR_PASSWORD: "wrong-password" } });
  expect(closed.stderr).toContain(`${server.url}/v/clip-0.mp4: what opens the address`);
  expect(closed.stderr).not.toContain("wrong-password");
});
