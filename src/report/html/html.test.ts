import { describe, expect, it } from "vitest";
import { exampleSummary } from "../../../test/summaries/example-summary.ts";
import type { SampleListing } from "../../summary/sample-listing.ts";
import type { Summary } from "../../summary/summary.ts";
import { type ReportFacts, reportHtml } from "./html.ts";
import { pageScript, pageScriptHash } from "./page-script.ts";

const facts: ReportFacts = {
  version: "0.1.0",
  createdAt: "2026-11-12 14:03 UTC",
  directory: "runs/2026-11-12-plant",
  command: "vidimus run -c vidimus.yaml --seed 1",
  config: '{\n  "name": "plant-baseline"\n}',
  facts: [["dataset", "sha256:9f2c"]],
};
const page = reportHtml(exampleSummary(), facts);

/** What a reader sees, without script, style and tags. */
function visible(html: string): string {
  return html
    .replace(/<(script|style)>[\s\S]*?<\/\1>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
}

/** Checks that tags are closed in the order in which they were opened. */
function unclosedTags(html: string): string[] {
  const open: string[] = [];
  for (const [, slash, name = "", isEmpty] of html
    .replace(/<(script|style)>[\s\S]*?<\/\1>/g, "")
    .matchAll(/<(\/?)([a-z][a-z0-9]*)(?:\s[^>]*?)?(\/?)>/g)) {
    if (["meta", "link", "br", "hr", "input"].includes(name) || isEmpty === "/") continue;
    if (slash !== "/") open.push(name);
    else if (open.pop() !== name) return [`</${name}>`, ...open];
  }
  return open;
}

const attack = `"'><script>alert(1)</script><img src=x onerror=alert(2)>`;
/** Words that are part of the vocabulary, not names. */
const fixedKeys = ["kind", "outcome", "unanswered", "schema", "headline"];

/** Puts the attack into every text and into every name of a slice or mistake. */
function poisoned(value: unknown, key = ""): unknown {
  if (typeof value === "string")
    return fixedKeys.includes(key) || value === "chance" || value === "majority"
      ? value
      : value + attack;
  if (Array.isArray(value)) return value.map((item) => poisoned(item, key));
  if (value === null || typeof value !== "object") return value;
  const isNamed = ["slices", "slice", "errors"].includes(key);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      isNamed ? name + attack : name,
      poisoned(item, key === "slices" ? "slice" : name),
    ]),
  );
}

describe("reportHtml", () => {
  it("is whole and well-formed", () => {
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(unclosedTags(page)).toEqual([]);
    const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map((match) => match[1]);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of page.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(target);
  });

  it("loads nothing, and allows no script but its own", () => {
    expect(page).toContain(`script-src &#39;${pageScriptHash}&#39;`);
    expect(page).toContain("default-src &#39;none&#39;");
    expect(page.match(/<script>/g)).toHaveLength(1);
    expect(page).toContain(`<script>${pageScript}</script>`);
    expect(page.replaceAll("http://www.w3.org/2000/svg", "")).not.toMatch(
      /https?:|url\(|@import|src=|\son[a-z]+=/,
    );
  });

  it("escapes every text", () => {
    const hostile = reportHtml(
      poisoned(exampleSummary()) as Summary,
      poisoned(facts) as ReportFacts,
    );
    expect(hostile.match(/<script/g)).toHaveLength(1);
    expect(hostile).not.toMatch(/<img/);
    expect(unclosedTags(hostile)).toEqual([]);
    expect(hostile.match(/&lt;script&gt;alert\(1\)&lt;\/script&gt;/g)?.length).toBeGreaterThan(100);
  });

  it("has headings in order, captions and scopes", () => {
    const levels = [...page.matchAll(/<h([1-6])[\s>]/g)].map((match) => Number(match[1]));
    expect(levels[0]).toBe(1);
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    for (const [at, level] of levels.entries())
      expect(level).toBeLessThanOrEqual((levels[at - 1] ?? 0) + 1);
    expect(page.match(/<table>/g)?.length).toBe(
      page.match(/<table><caption>[^<]+<\/caption>/g)?.length,
    );
    expect(page).not.toMatch(/<th(?![^>]*scope=)[\s>]/);
    for (const [svg] of page.matchAll(/<svg[^>]*>/g))
      expect(svg).toMatch(/role="img" aria-label="[^"]+"|aria-hidden="true"/);
  });

  it("tells verdict, version, time, directory, command, configuration and fingerprints", () => {
    const text = visible(page);
    expect(text).toContain(
      "! Incomplete, 24 of 20 080 left to do; lowest coverage 0.00 % (Qwen3-VL-8B-Instruct on gate-cameras); 4 could not be scored.",
    );
    for (const fact of [
      facts.version,
      facts.createdAt,
      facts.directory,
      facts.command,
      "sha256:9f2c",
      "&quot;plant-baseline&quot;",
    ])
      expect(text).toContain(fact);
    expect(visible(reportHtml({ ...exampleSummary(), complete: true }, facts))).toContain(
      "✓ Complete;",
    );
  });

  it("has the other policy, extractors, mistakes, analyses and signatures", () => {
    const text = visible(page);
    for (const part of [
      "46.25 % 44.2–48.4 4 992 46.71 % 44.6–48.8 4 943",
      "verbatim (used)",
      "lenient 46.69 %",
      "wrong option 2 634",
      "Accuracy when only the most confident answers count",
      "recall",
      "accuracy|v:1|unanswered:empty",
      "53.70 %",
      "own wording: not comparable with figures published under other wordings",
    ])
      expect(text).toContain(part);
  });

  it("heads the last column of the headline table with the oracle, and says what that is", () => {
    expect(visible(page)).toContain("system score 95 % interval n coverage answered chance oracle");
    expect(visible(page)).toContain("What a perfect system would reach on these samples");
    expect(visible(page)).toContain("oracle 100.00 %");
    expect(visible(page)).not.toMatch(/ceiling/i);
  });

  it("says once that there is no interval", () => {
    const summary = exampleSummary();
    const bare = JSON.parse(
      JSON.stringify(summary).replaceAll('"interval":"fewer', '"interval":"none: fewer'),
    ) as Summary;
    const text = visible(reportHtml(bare, facts));
    expect(text).toContain("No interval: fewer than 10 groups (8).");
    expect(text).not.toMatch(/none[:,]? none|interval: none/i);
  });

  it("shows failures with what was expected and what came", () => {
    expect(page).toContain(
      '<li><span>It stays below 30 % of it</span> <span class="good">✓ reference</span></li>',
    );
    expect(page).toContain(
      '<li><span>It lies between 30 % and 80 % of it</span> <span class="bad">✗ prediction</span></li>',
    );
    expect(page).toContain("<li>video <code>fluid/BentPipe_dp14.mp4</code></li>");
    expect(visible(page)).toContain("unparsed: the first line matches no option");
    expect(page).toContain(
      '<p class="label">Reply, as it was written</p><pre class="text">**Answer:** No, because',
    );
    expect(page.indexOf("It lies between 30 % and 80 % of it\nThe legend")).toBeLessThan(
      page.indexOf("8, middle"),
    );
  });

  it("says beside the verdict that not all samples were taken", () => {
    expect(page).not.toContain("not the scores of the whole data");
    const html = reportHtml(
      { ...exampleSummary(), complete: true, selection: "the first 40 samples of each <task>" },
      facts,
    );
    expect(html).toContain(
      '<p class="verdict caution"><span aria-hidden="true">!</span> Only the first 40 samples of each &lt;task&gt;: these are not the scores of the whole data.</p>',
    );
    expect(visible(html)).toContain("✓ Complete for the selected samples;");
  });

  it("tells why samples have no answer", () => {
    expect(visible(page)).toContain("1 failed: no answer within 300 ms (1).");
  });

  it("folds what baselines did and opens what systems did", () => {
    const summary = exampleSummary();
    const [task] = summary.tasks;
    const chat = task!.systems.at(-1)!;
    const both = {
      ...summary,
      tasks: [
        {
          ...task!,
          systems: task!.systems.map((system) => ({ ...system, failures: chat.failures })),
        },
      ],
    };
    const html = reportHtml(both, facts);
    const fold = html.indexOf("<summary>All about baselines and probes</summary>");
    expect(html.indexOf("<summary>chance: 2 examples</summary>")).toBeGreaterThan(fold);
    expect(html).toContain(`<details class="fold" open><summary>${chat.id}: 2 examples</summary>`);
    expect(html.indexOf(`<summary>${chat.id}: 2 examples</summary>`)).toBeLessThan(fold);
    const [open = ""] = html
      .slice(html.indexOf('id="task-1"'))
      .split('<details class="fold quiet">');
    expect(visible(open)).not.toContain("majority 38.21 % 36.1");
  });

  it("begins with an overview, also of one task", () => {
    const summary = exampleSummary();
    const html = reportHtml({ ...summary, tasks: summary.tasks.slice(0, 1) }, facts);
    expect(html).toContain('<li><a href="#overview">Overview</a></li>');
    expect(html.indexOf('<h2 id="overview">')).toBeLessThan(html.indexOf('<h2 id="task-1">'));
  });

  const listing: SampleListing = {
    schema: "vidimus-listing/1",
    tasks: [
      {
        id: exampleSummary().tasks[0]!.id,
        hasTexts: true,
        systems: [{ id: "Qwen3-VL-8B-Instruct", total: 4996, listed: 4000 }],
      },
    ],
    packed: "H4sIAAAA",
  };

  it("carries the list of samples, and says what it leaves out", () => {
    const html = reportHtml(exampleSummary(), { ...facts, listing });
    expect(html).toContain('<script type="application/gzip" id="listing">H4sIAAAA</script>');
    expect(html).toContain('<li><a href="#samples">Samples</a></li>');
    expect(visible(html)).toContain(
      "4 000 of 4 996 answers are listed, mistakes first; 996 are left out",
    );
    expect(html).toMatch(
      /<a href="#samples" data-find="task=[^"]*&amp;system=Qwen3-VL-8B-Instruct&amp;result=mistakes">/,
    );
    expect(unclosedTags(html)).toEqual([]);
    for (const packed of [undefined, { ...listing, tasks: [] }])
      expect(reportHtml(exampleSummary(), { ...facts, listing: packed })).not.toContain(
        'id="samples"',
      );
  });

  it("says of data that may not be handed on that its texts are left out", () => {
    const [task] = listing.tasks;
    const bare = { ...listing, tasks: [{ ...task!, hasTexts: false }] };
    expect(visible(reportHtml(exampleSummary(), { ...facts, listing: bare }))).toContain(
      "ids and scores alone, since the data may not be handed on",
    );
  });

  it("folds long lists of examples, and says a sample's name once", () => {
    const summary = exampleSummary();
    const [task] = summary.tasks;
    const chat = task!.systems.at(-1)!;
    const one = {
      ...chat.failures[0]!,
      sample: "q-only-once",
      view: { ...chat.failures[0]!.view, title: "q-only-once" },
    };
    const many = {
      ...chat,
      failures: [one, ...Array.from({ length: 8 }, () => chat.failures[0]!)],
    };
    const html = reportHtml({ ...summary, tasks: [{ ...task!, systems: [many] }] }, facts);
    expect(html).toContain(`<details class="fold"><summary>${chat.id}: 9 examples</summary>`);
    expect(visible(html).split("q-only-once")).toHaveLength(2);
  });

  it("draws a slice of many values as a table only", () => {
    const summary = exampleSummary();
    const [task] = summary.tasks;
    const slice = { n: 1, metrics: task!.systems[0]!.metrics };
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`value ${at}`, slice]));
    const html = reportHtml(
      {
        ...summary,
        tasks: [
          { ...task!, systems: task!.systems.map((system) => ({ ...system, slices: { many } })) },
        ],
      },
      facts,
    );
    expect(html).not.toContain('class="multiples"');
    expect(html).toContain('<details class="fold" open><summary>Numbers</summary>');
    expect(html.indexOf(">value 9<")).toBeLessThan(html.indexOf(">value 10<"));
  });

  it("folds metrics that are many, with a column for each of several systems", () => {
    const summary = exampleSummary();
    const [task] = summary.tasks;
    const [score] = Object.values(task!.systems[0]!.metrics);
    const metrics = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`m${at}`, { ...score!, title: `Metric ${at}` }]),
    );
    const systems = Array.from({ length: 7 }, (_, at) => ({
      ...task!.systems[0]!,
      id: `s${at}`,
      headline: "m0",
      metrics,
    }));
    const html = reportHtml({ ...summary, tasks: [{ ...task!, systems }] }, facts);
    const [part = ""] = /<h3>Other metrics<\/h3>.*?<\/details>/s.exec(html) ?? [];
    expect(part).toContain('<details class="fold"><summary>39 metrics</summary>');
    expect(part.split("<tr>").length - 1).toBe(40);
  });

  it("never shows what is not a number", () => {
    const summary = exampleSummary();
    const hollow: Summary = {
      ...summary,
      tasks: [
        ...summary.tasks.map((task) => ({
          ...task,
          systems: task.systems.map((system) => ({
            ...system,
            coverage: null,
            answered: null,
            total: 0,
            n: 0,
            metrics: {},
            otherPolicy: { unanswered: "exclude" as const, metrics: {} },
          })),
        })),
        { id: "none", family: "f", systems: [] },
      ],
    };
    for (const one of [summary, hollow, { ...summary, tasks: [] }]) {
      const html = reportHtml(one, { ...facts, facts: [] }).replace(
        /<script>[\s\S]*?<\/script>/,
        "",
      );
      expect(html).not.toMatch(/NaN|undefined|\bnull\b|Infinity|\[object/);
      expect(unclosedTags(html)).toEqual([]);
    }
  });
});
