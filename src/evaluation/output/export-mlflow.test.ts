import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { runStores } from "../../store/run-stores.ts";
import { evaluate, type RunDocument } from "../evaluate.ts";
import { exportMlflow, metricName } from "./export-mlflow.ts";

const folder = temporaryFolder();

interface Entry {
  readonly key: string;
  readonly value: string | number;
}
interface KeptRun {
  readonly id: string;
  readonly name: string;
  readonly tags: readonly Entry[];
  readonly metrics: Entry[];
  readonly params: Entry[];
  status: string;
}
const experiments = new Map<string, string>();
const runs = new Map<string, KeptRun>();
const authorisations = new Set<string | undefined>();

/** As much of an MLflow server as is spoken to, with its limits and its names of errors. */
const server = createServer(async (request, response) => {
  authorisations.add(request.headers.authorization);
  const url = new URL(request.url ?? "", "http://localhost");
  const body = JSON.parse((await text(request)) || "{}") as Record<string, never>;
  const reply = (value: object, status = 200) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  const refuse = (message: string) =>
    reply({ error_code: "INVALID_PARAMETER_VALUE", message }, 400);
  const run = runs.get(body.run_id ?? "");
  switch (`${request.method} ${url.pathname.replace("/api/2.0/mlflow/", "")}`) {
    case "GET experiments/get-by-name": {
      const id = experiments.get(url.searchParams.get("experiment_name") ?? "");
      if (id === undefined) return reply({ error_code: "RESOURCE_DOES_NOT_EXIST" }, 404);
      return reply({ experiment: { experiment_id: id } });
    }
    case "POST experiments/create": {
      experiments.set(body.name!, String(experiments.size + 1));
      return reply({ experiment_id: experiments.get(body.name!) });
    }
    case "POST runs/search": {
      const [, key] = /^tags\.`vidimus\.key` = '([^']*)'$/.exec(body.filter!) ?? [];
      if (key === undefined) return refuse(`filter ${String(body.filter)}`);
      const found = [...runs.values()].filter(({ tags }) => tags.some((tag) => tag.value === key));
      return reply(
        found.length === 0 ? {} : { runs: found.map(({ id }) => ({ info: { run_id: id } })) },
      );
    }
    case "POST runs/create": {
      const id = `run${runs.size + 1}`;
      const { run_name: name, tags } = body as unknown as { run_name: string; tags: Entry[] };
      runs.set(id, { id, name, tags, metrics: [], params: [], status: "RUNNING" });
      return reply({ run: { info: { run_id: id } } });
    }
    case "POST runs/log-batch": {
      const { metrics = [], params = [] } = body as { metrics?: Entry[]; params?: Entry[] };
      const bad = metrics.find(({ key }) => !/^[\w\-. :/]+$/.test(key));
      if (!run || bad || metrics.length > 1_000 || params.length > 100)
        return refuse(`batch ${JSON.stringify(bad)}`);
      run.metrics.push(...metrics);
      run.params.push(...params);
      return reply({});
    }
    case "POST runs/update": {
      run!.status = body.status!;
      return reply({ run_info: {} });
    }
    default:
      return reply({ error_code: "ENDPOINT_NOT_FOUND" }, 404);
  }
});
let url = "";
let document: RunDocument;
beforeAll(async () => {
  vi.stubEnv("VIDIMUS_CACHE", join(folder.path, ".cache"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const rows = Array.from({ length: 12 }, (_, at) => ({
    id: `q${at}`,
    video: `v${at}.mp4`,
    question: "Where?",
    evidence: [{ start: 1, end: 2 }],
  }));
  const data = folder.file("rows.jsonl", rows.map((row) => JSON.stringify(row)).join("\n"));
  document = (await evaluate({
    name: "sent",
    output: join(folder.path, "runs"),
    tasks: [{ id: "find", family: "retrieval", data: { path: data, media: "none" } }],
    systems: [{ kind: "oracle" }, { kind: "chance" }],
  })) as RunDocument;
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.close();
});

describe("exportMlflow", () => {
  const send = (token?: string) =>
    exportMlflow(runStores.files(document.directory), { url, experiment: "videos", token });

  it("makes a run of each system, with scores, intervals and what is known of the machine", async () => {
    const made = await send("secret");
    expect(made.map(({ name, isKnown }) => [name, isKnown])).toEqual([
      ["sent find oracle", false],
      ["sent find chance", false],
    ]);
    const oracle = runs.get(made[0]!.id)!;
    expect(oracle.status).toBe("FINISHED");
    const figures = Object.fromEntries(oracle.metrics.map(({ key, value }) => [key, value]));
    const { metrics } = document.tasks[0]!.systems[0]!;
    expect(figures).toMatchObject({
      recall_at_5: 1,
      "recall_at_5.low": metrics["recall@5"]!.low,
      coverage: 1,
      n: 12,
    });
    expect(figures["peak-memory-gb"]).toBeGreaterThan(0.01);
    expect(oracle.params).toContainEqual({ key: "family", value: "retrieval" });
    expect([...authorisations]).toEqual(["Bearer secret"]);
  });

  it("writes nothing twice", async () => {
    const before = runs.size;
    expect((await send()).every(({ isKnown }) => isKnown)).toBe(true);
    expect(runs.size).toBe(before);
    expect(experiments.size).toBe(1);
  });

  it("says what is wrong with the server, or with the run", async () => {
    const files = runStores.files(document.directory);
    const nowhere = exportMlflow(files, { url: "http://127.0.0.1:1", experiment: "x" });
    await expect(nowhere).rejects.toThrow("cannot be reached");
    const other = exportMlflow(files, { url: `${url}deep/`, experiment: "x" });
    await expect(other).rejects.toThrow("HTTP 404");
    const none = exportMlflow(runStores.files(folder.path), { url, experiment: "x" });
    await expect(none).rejects.toThrow("no metrics.json");
  });

  it.each([
    ["recall@5", "recall_at_5"],
    ["f1[domain=x]", "f1_domain_x_"],
    ["latency-p95.low", "latency-p95.low"],
  ])("calls %s %s", (id, name) => expect(metricName(id)).toBe(name));
});
