import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { commands } from "../../src/cli/commands/commands.ts";

const folder = new URL("../../examples/cluster/", import.meta.url);
const read = (name: string) => readFileSync(fileURLToPath(new URL(name, folder)), "utf8");

interface Service {
  readonly command?: readonly string[];
  readonly deploy?: { readonly replicas: number };
  readonly environment: Readonly<Record<string, string>>;
}

it("examples/cluster: the compose file starts commands that there are, with options that they have", async () => {
  const { services } = parse(read("compose.yaml"), { merge: true }) as {
    services: Readonly<Record<string, Service>>;
  };
  expect(Object.keys(services)).toEqual(["database", "coordinator", "worker"]);
  expect(services.worker?.deploy?.replicas).toBe(3);
  for (const { command, environment } of [services.coordinator!, services.worker!]) {
    const [name, ...rest] = command!;
    const declared = commands.find((command) => command.name === name);
    expect(declared?.name).toBe(name);
    const known = declared!.options.map(({ flags }) => flags.split(" ")[0]);
    expect(known).toEqual(expect.arrayContaining(rest.filter((word) => word.startsWith("--"))));
    expect(environment.VIDIMUS_STORE).toMatch(/^postgres:\/\/vidimus:.*@database\/vidimus$/);
  }
  expect(read("Dockerfile")).toContain('ENTRYPOINT ["vidimus"]');
});
