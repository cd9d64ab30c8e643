import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GateCheck, GateDocument } from "../../summary/gate-summary.ts";
import { gateMarkdown } from "../markdown/gate-markdown.ts";
import { githubAnnotations } from "./github-annotations.ts";
import { junitXml } from "./junit-xml.ts";

const check: GateCheck = {
  ...{ kind: "target", name: "Accuracy", task: "qa", system: "model", state: "passed" },
  ...{ measured: "80 %", rule: ">= 70 %" },
};

function documentOf(checks: readonly GateCheck[]): GateDocument {
  return {
    ...{ schema: "vidimus-gate/1", run: "run", baseline: null, state: "passed", alpha: 0.01 },
    checks,
    notes: [],
  };
}

const state = fc.constantFrom("passed", "failed", "undecided" as const);
const anyText = fc.string({ unit: "binary", maxLength: 20 });
const anyChecks = fc.array(
  fc.record({ state, name: anyText, system: anyText, measured: anyText, reason: anyText }),
);

describe("junitXml", () => {
  it("is well-formed XML with a case for each check, whatever is in the texts", () => {
    fc.assert(
      fc.property(anyChecks, (texts) => {
        const checks = texts.map((own) => ({ ...check, ...own }) as GateCheck);
        const elements = parsed(junitXml(documentOf(checks)));
        const count = (name: string) => elements.filter((one) => one.name === name).length;
        expect(count("testcase")).toBe(checks.length);
        expect(count("failure")).toBe(checks.filter((one) => one.state === "failed").length);
        expect(count("error")).toBe(checks.filter((one) => one.state === "undecided").length);
      }),
    );
  });

  it("has no character that XML cannot hold", () => {
    const odd = { ...check, name: "half \ud800 a pair", measured: "\u0000\u001b[31m" };
    const [found] = parsed(junitXml(documentOf([odd]))).filter(({ name }) => name === "testcase");
    expect(found!.attributes.name).toBe("qa, model: half \ufffd a pair");
  });

  it("gives back what it was given", () => {
    const name = `a<b> & "c"\n'd'`;
    const failed = { ...check, name, state: "failed", reason: "1 < 2 & so on" } as const;
    const elements = parsed(junitXml(documentOf([failed, check])));
    const found = elements.find((one) => one.name === "testcase")!;
    expect(found.attributes.name).toBe(`qa, model: ${name}`);
    expect(elements.find((one) => one.name === "failure")!.text).toBe(
      "80 % (>= 70 %): 1 < 2 & so on",
    );
    expect(elements[0]!.attributes).toEqual({ tests: "2", failures: "1", errors: "0" });
  });
});

describe("githubAnnotations", () => {
  it("is one line for each check that does not pass", () => {
    fc.assert(
      fc.property(anyChecks, (texts) => {
        const checks = texts.map((own) => ({ ...check, ...own }) as GateCheck);
        const lines = githubAnnotations(documentOf(checks)).split(/\r\n|\r|\n/);
        expect(lines.pop()).toBe("");
        expect(lines).toHaveLength(checks.filter((one) => one.state !== "passed").length);
        for (const line of lines) expect(line).toMatch(/^::(?:error|warning) title=[^:,]*::/);
      }),
    );
  });
});

describe("gateMarkdown", () => {
  it("puts what does not pass first", () => {
    const failed = { ...check, name: "F1 | x", state: "failed", reason: "too low" } as const;
    const text = gateMarkdown({ ...documentOf([check, failed]), state: "failed" });
    expect(text).toMatch(/^## Gate failed: 1 of 2 checks failed, run\n/);
    expect(text.indexOf("F1 \\| x")).toBeLessThan(text.indexOf("Accuracy"));
    expect(text).toContain("- qa, model: F1 \\| x: too low");
  });
});

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** The elements of an XML document in their order; throws on whatever is not well-formed. */
function parsed(xml: string): readonly Element[] {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
  expect(xml.startsWith(declaration)).toBe(true);
  const [elements, open]: [Element[], Element[]] = [[], []];
  const part = /<(\/?)([a-z-]+)((?: [a-z]+="[^"<]*")*)>|([^<>]+)/gy;
  part.lastIndex = declaration.length;
  while (part.lastIndex < xml.length) {
    const at = part.lastIndex;
    const match = part.exec(xml);
    if (!match) throw new Error(`not well-formed: ${xml.slice(at, at + 40)}`);
    const [, close, name, attributes = "", text] = match;
    if (text !== undefined) {
      if (open.length > 0) open.at(-1)!.text += unescaped(text);
      else expect(text.trim()).toBe("");
    } else if (close) expect(open.pop()?.name).toBe(name);
    else {
      const pairs = [...attributes.matchAll(/ ([a-z]+)="([^"]*)"/g)];
      const own = Object.fromEntries(pairs.map(([, key, value]) => [key!, unescaped(value!)]));
      expect(Object.keys(own)).toHaveLength(pairs.length);
      const element = { name: name!, attributes: own, text: "" };
      elements.push(element);
      open.push(element);
    }
  }
  expect(open).toEqual([]);
  return elements;
}

/** The characters that XML 1.0 has, and references to them. */
function unescaped(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML forbids
  expect(text).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/);
  expect(text.isWellFormed()).toBe(true);
  return text.replace(/&(?:#(\d+)|(\w+));|&/g, (reference, code?: string, name?: string) => {
    if (code !== undefined) return String.fromCodePoint(Number(code));
    const found = name === undefined ? undefined : entities[name];
    if (found === undefined) throw new Error(`not well-formed: ${reference}`);
    return found;
  });
}
