import { describe, expect, it } from "vitest";
import { seeingServers } from "../../../../test/providers/seeing-servers.ts";
import { cli } from "../../../../test/support/cli.ts";
import { temporaryFolder } from "../../../../test/support/temporary-folder.ts";
import { writeVideo } from "../../../media/video/write-video.ts";

const folder = temporaryFolder();
const start = seeingServers();

let projects = 0;

/** One task that shows eight frames of a video, unless said otherwise, and one chat system. */
function project(url: string, { system = "", task = "", row = '"video":"a.mp4",' } = {}): string {
  const name = `p${projects++}`;
  folder.file(
    `${name}/q.jsonl`,
    `{"id":"a",${row}"question":"?","choices":["x","y"],"answer":0}\n`,
  );
  folder.file(`${name}/a.mp4`, "");
  const size = { width: 32, height: 32, framesPerSecond: 1 };
  writeVideo(`${folder.path}/${name}/a.mp4`, { ...size, encoder: "libx264", container: "mp4" }, [
    new Uint8Array(3 * 32 * 32),
  ]);
  return folder.file(
    `${name}/vidimus.yaml`,
    `name: d
tasks: [{ id: qa, family: multiple-choice, data: { path: q.jsonl }, frames: { strategy: uniform, count: 8, longestSide: 256 }${task} }]
systems: [{ id: eye, kind: chat, provider: openai-compatible, model: eye, baseUrl: "${url}"${system} }]
prices: { eye: { input: 1, output: 2 } }
`,
  );
}

interface Asked {
  readonly well: boolean;
  readonly findings: readonly {
    readonly what: string;
    readonly state: string;
    readonly detail: string;
  }[];
  readonly sight: readonly {
    readonly arrived: number;
    readonly of: number;
    readonly cost: number | null;
    readonly asks: readonly {
      readonly shown: number;
      readonly inputTokens: number | null;
      readonly named: number;
      readonly reply: string;
    }[];
  }[];
}

async function doctor(path: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = await cli(["doctor", path, "--ask", "--json", ...args], {
    cwd: folder.path,
  });
  expect(stdout, stderr).not.toBe("");
  const asked = JSON.parse(stdout) as Asked;
  return { status, ...asked, sightOf: asked.findings.find(({ what }) => what === "sight of eye")! };
}

describe("vidimus doctor --ask", () => {
  it("finds a system that sees, with what it is billed and what that costs", async () => {
    const server = await start();
    const { status, sightOf, sight } = await doctor(project(server.url));
    expect(sightOf).toMatchObject({
      state: "fine",
      detail: expect.stringContaining("8 of 8 frames"),
    });
    expect(status).toBe(0);
    expect(sight[0]).toMatchObject({ arrived: 8, of: 8 });
    expect(
      sight[0]!.asks.map(({ shown, inputTokens, named }) => [shown, inputTokens, named]),
    ).toEqual([
      [0, 40, 0],
      [1, 298, 1],
      [4, 1072, 4],
      [8, 2104, 8],
    ]);
    expect(sight[0]!.cost).toBeCloseTo((40 + 298 + 1072 + 2104 + 2 * 6 * 13) / 1e6, 9);
    expect(server.came).toEqual([0, 1, 4, 8]);
  });

  it("prints a table that says it all", async () => {
    const { url } = await start({ keep: (all) => all.slice(0, 3) });
    const { status, stdout } = await cli(["doctor", project(url), "--ask", "--seed", "3"], {
      cwd: folder.path,
    });
    expect(status).toBe(3);
    expect(stdout).toMatch(/eye +nothing +40/);
    expect(stdout).toMatch(/8 frames +814 +\+0 +3 of 8 +█+░+/);
    expect(stdout).toContain("--seed 3 shows it again");
    expect(stdout).toMatch(/asked 4 questions: .* USD/);
    expect(stdout).toMatch(/1 problem\n$/);
  });

  it("needs a configuration", async () => {
    const { status, stderr } = await cli(["doctor", "--ask"], { cwd: folder.path });
    expect(status).toBe(2);
    expect(stderr).toContain("--ask needs a configuration");
  });
});
