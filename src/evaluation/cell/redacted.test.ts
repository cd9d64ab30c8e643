import { describe, expect, it } from "vitest";
import { noArrays } from "../../../test/fakes/no-arrays.ts";
import { redactor } from "../../config/redactor.ts";
import type { ChatSystem, DirectSystem, EncoderSystem } from "../../core/asking/system.ts";
import { answered, noAnswer } from "../../core/run/outcome.ts";
import { UserError } from "../../core/user-error.ts";
import { redactedError, redactedSystem } from "./redacted.ts";

const redact = redactor(["sk-12345"]);
const { signal } = new AbortController();

const fitting = {
  seed: 0,
  signal,
  arrays: noArrays,
  onProgress: () => undefined,
};

const chat: ChatSystem = {
  id: "model",
  kind: "scripted",
  speaks: "chat",
  identity: {
    url: "https://x?key=sk-12345",
    nested: [{ token: "sk-12345", size: 3, on: true, none: null }],
  },
  concurrency: 3,
  timeoutMs: 50,
  ask: async () => [
    answered({ text: "my key is sk-12345", finish: "stop" as const, reasoning: "sk-12345!" }),
    noAnswer("failed", "401 for sk-12345"),
    answered({ text: "fine", finish: "length" as const }),
  ],
};

describe("redactedSystem", () => {
  it("takes secrets out of what a system answers, and leaves the rest as it is", async () => {
    expect(await redactedSystem(chat, redact).ask([], signal)).toEqual([
      answered({ text: "my key is [secret]", finish: "stop", reasoning: "[secret]!" }),
      noAnswer("failed", "401 for [secret]"),
      answered({ text: "fine", finish: "length" }),
    ]);
  });

  it("takes them out of its identity, and keeps everything else about it", () => {
    const { identity, ...rest } = redactedSystem(chat, redact);
    expect(identity).toEqual({
      url: "https://x?key=[secret]",
      nested: [{ token: "[secret]", size: 3, on: true, none: null }],
    });
    expect(rest).toMatchObject({
      id: "model",
      kind: "scripted",
      speaks: "chat",
      concurrency: 3,
      timeoutMs: 50,
    });
  });

  it("takes them out of the names of its servers, and still asks each by its place", async () => {
    const asked: (number | undefined)[] = [];
    const server = { scope: "x", concurrency: 1 };
    const pool: ChatSystem = {
      ...chat,
      servers: [
        { ...server, name: "http://a" },
        { ...server, name: "http://sk-12345.b" },
      ],
      ask: async (_, __, turn) => {
        asked.push(turn?.server);
        return [];
      },
    };
    const redacted = redactedSystem(pool, redact);
    expect(redacted.servers?.map(({ name }) => name)).toEqual(["http://a", "http://[secret].b"]);
    await redacted.ask([], signal, { repeat: 0, seed: 0, server: 1 });
    expect(asked).toEqual([1]);
  });

  it("takes them out of objects that inherit nothing", () => {
    const bare = Object.assign(Object.create(null) as Record<string, string>, { url: "sk-12345" });
    expect(redactedSystem({ ...chat, identity: bare }, redact).identity).toEqual({
      url: "[secret]",
    });
  });

  it("takes them out of its remarks, and keeps what else it can do", async () => {
    const disposed: string[] = [];
    const direct: DirectSystem = {
      ...chat,
      speaks: "prediction",
      ask: async () => [],
      fit: async () => ({ artefact: Uint8Array.of(7) }),
      meet: () => undefined,
      remarks: () => ["sk-12345.jsonl: 3 predictions belong to no sample"],
      [Symbol.asyncDispose]: async () => void disposed.push("model"),
    };
    const own = redactedSystem(direct, redact);
    expect(own.remarks!()).toEqual(["[secret].jsonl: 3 predictions belong to no sample"]);
    async function* nothing() {}
    expect(await own.fit!(nothing(), fitting)).toEqual({ artefact: Uint8Array.of(7) });
    expect(own.meet).toBe(direct.meet);
    await own[Symbol.asyncDispose]!();
    expect(disposed).toEqual(["model"]);
    expect(redactedSystem(chat, redact)).not.toHaveProperty("remarks");
  });

  it("hands embeddings on untouched", async () => {
    const embedding = Float32Array.of(0.25, 0.5);
    const encoder: EncoderSystem = {
      ...chat,
      speaks: "encoder",
      ask: async () => [answered(embedding)],
    };
    expect((await redactedSystem(encoder, redact).ask([], signal))[0]).toEqual(answered(embedding));
  });

  it("passes asks, signal and repeat on", async () => {
    const seen: unknown[] = [];
    const ask: ChatSystem["ask"] = async (...given) => {
      seen.push(...given);
      return [];
    };
    const own = redactedSystem({ ...chat, ask }, redact);
    const asks = [{ messages: [] }];
    const turn = { repeat: 1, seed: 7 };
    await own.ask(asks, signal, turn);
    expect(seen).toEqual([asks, signal, turn]);
    expect(seen[1]).toBe(signal);
  });

  it("takes secrets out of what a system throws", async () => {
    const ask: ChatSystem["ask"] = async () => {
      throw new TypeError("bad key sk-12345");
    };
    const thrown = await redactedSystem({ ...chat, ask }, redact)
      .ask([], signal)
      .catch((error: unknown) => error as Error);
    expect(thrown).toMatchObject({ name: "TypeError", message: "bad key [secret]" });
    expect((thrown as Error).stack).not.toContain("sk-12345");
  });
});

describe("redactedError", () => {
  it("keeps a user's mistake a user's mistake", () => {
    const error = redactedError(new UserError("no sk-12345", "set sk-12345"), redact);
    expect(error).toBeInstanceOf(UserError);
    expect(error).toMatchObject({ message: "no [secret]", hint: "set [secret]" });
    expect(redactedError(new UserError("no"), redact)).toMatchObject({
      message: "no",
      hint: undefined,
    });
  });

  it("keeps an error without secrets as it is", () => {
    const error = new RangeError("too long");
    expect(redactedError(error, redact)).toBe(error);
  });

  it("keeps the code by which a refusal of the operating system is known", () => {
    const error = Object.assign(new Error("ENOENT: no such file, open '/sk-12345'"), {
      code: "ENOENT",
      path: "/sk-12345",
    });
    const told = redactedError(error, redact);
    expect(told).toMatchObject({
      code: "ENOENT",
      message: "ENOENT: no such file, open '/[secret]'",
    });
    expect(told).not.toHaveProperty("path");
  });

  it("drops what caused it, which might repeat the secret", () => {
    expect(redactedError(new Error("sk-12345", { cause: "sk-12345" }), redact)).not.toHaveProperty(
      "cause",
    );
  });

  it("takes secrets out of thrown texts", () => {
    expect(redactedError("sk-12345", redact)).toBe("[secret]");
    expect(redactedError(undefined, redact)).toBeUndefined();
  });
});
