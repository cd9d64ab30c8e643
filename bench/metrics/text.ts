import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ptbTokenize } from "../../src/metrics/text/ptb-tokenize.ts";
import type { TextPair } from "../../src/metrics/text/text-pair.ts";
import { readMeteorResources } from "../../src/resources/read-meteor-resources.ts";
import { findWordnet } from "../../src/resources/read-wordnet.ts";
import { metricOffers } from "../../test/support/metric-offers.ts";
import { askPeer, type Contestant, cpuSeconds, peerPython, sideBySide } from "../side-by-side.ts";

const pairCount = 50_000;

/**
 * Captions beside pycocoevalcap, sacreBLEU, METEOR's jar and Stanford's tokenizer; 50 000 pairs of
 * about a dozen words, one reference.
 */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "vidimus-bench-"));
  try {
    const pairs = makePairs(pairCount);
    const path = join(folder, "pairs.json");
    writeFileSync(
      path,
      JSON.stringify(pairs.map(({ candidate, references }) => [candidate, references])),
    );
    for (const id of ["bleu", "cider-d", "rouge-l", "sacrebleu"]) await compare(id, pairs, path);
    await compareMeteor(pairs, path);
    await compareTokens(pairs, join(folder, "texts.txt"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface PeerAnswer {
  readonly seconds: number;
  readonly score: number;
}

/** A peer that does a job of peers/text.py; says how far its score is from ours. */
function peer(
  name: string,
  args: readonly [job: string, path: string],
  ours: () => number,
): Contestant {
  return {
    name,
    run() {
      const answer = askPeer<PeerAnswer>("text.py", args);
      if (answer && Math.abs(answer.score - ours()) > 1e-9 * Math.max(1, answer.score))
        console.log(`${name}: ${answer.score}, ours: ${ours()}`);
      return answer?.seconds ?? Number.NaN;
    },
  };
}

async function compare(id: string, pairs: readonly TextPair[], path: string): Promise<void> {
  const kind = (await metricOffers("text")).find((one) => one.id === id)!;
  let score = Number.NaN;
  const ours = () => {
    const scored = kind.create({}, id === "sacrebleu" ? {} : { isTokenized: true })(pairs);
    for (const { segments } of scored) if (id !== "sacrebleu") segments();
    score = scored.at(-1)!.score()!;
  };
  const other = id === "sacrebleu" ? "sacrebleu" : "pycocoevalcap";
  // Twice beforehand, so that what is timed is compiled; Python has nothing to warm up.
  for (let i = 0; i < 2; i++) ours();
  await sideBySide(`${id}, ${pairCount} pairs, ours warm`, [
    { name: "ours", run: () => cpuSeconds(ours) },
    peer(other, [id, path], () => score),
  ]);
}

/** Both sides read the resources anew each time. */
async function compareMeteor(pairs: readonly TextPair[], path: string): Promise<void> {
  const [place] = globSync(
    join(dirname(dirname(peerPython)), "lib/python3*/site-packages/pycocoevalcap/meteor"),
  );
  if (place === undefined) {
    console.log(
      "no METEOR: its resources come with pycocoevalcap, which the peers' environment lacks",
    );
    return;
  }
  const kind = (await metricOffers("text")).find((one) => one.id === "meteor")!;
  let score = Number.NaN;
  const ours = async () => {
    const resources = await readMeteorResources(place);
    const [scored] = kind.create(
      { matchers: ["exact", "stem", "synonym"] },
      { isTokenized: true, resources },
    )(pairs);
    scored!.segments();
    score = scored!.score()!;
  };
  const contestants = [
    { name: "ours", run: () => cpuSeconds(ours) },
    peer("METEOR 1.5 (Java)", ["meteor", path], () => score),
  ];
  await sideBySide(
    `meteor without paraphrases, resources included, ${pairCount} pairs`,
    contestants,
  );
}

async function compareTokens(pairs: readonly TextPair[], path: string): Promise<void> {
  const texts = pairs.map(({ candidate }, i) => asWritten(candidate, i));
  writeFileSync(path, `${texts.join("\n")}\n`);
  let count = 0;
  const ours = () => {
    count = texts.reduce(
      (sum, text) => sum + ptbTokenize(text, { removePunctuation: false }).length,
      0,
    );
  };
  const contestants = [
    { name: "ours", run: () => cpuSeconds(ours) },
    peer("Stanford 3.4.1 (Java)", ["ptb", path], () => count),
  ];
  await sideBySide(`PTB tokens, ${texts.length} texts`, contestants);
}

/** A sentence with a capital, some punctuation, clitics and numbers. */
function asWritten(text: string, i: number): string {
  const ends = [
    " now.",
    " today!",
    ", isn't it?",
    " (at 3:30 p.m.).",
    "; they can't.",
    " for $5.00.",
    " here",
    " - 50% of it's done.",
  ];
  return text.charAt(0).toUpperCase() + text.slice(1) + ends[i % ends.length]!;
}

/**
 * Sentences of phrases, of which some are far commoner than others, as in captions; candidates keep
 * about half of what the reference says.
 */
function makePairs(count: number): TextPair[] {
  const below = generator(7);
  const oneOf = <T>(items: readonly T[]): T =>
    items[Math.floor(items.length ** (below(1 << 16) / (1 << 16))) - 1]!;
  const pool = words();
  const phrases = Array.from({ length: 6000 }, () =>
    Array.from({ length: 1 + below(4) }, () => oneOf(pool)),
  );
  return Array.from({ length: count }, () => {
    const reference = Array.from({ length: 3 + below(5) }, () => oneOf(phrases));
    const candidate = reference.flatMap((kept) => {
      const choice = below(10);
      return choice < 5 ? [kept] : choice < 9 ? [oneOf(phrases)] : [];
    });
    return { candidate: candidate.flat().join(" "), references: [reference.flat().join(" ")] };
  });
}

/** The commonest words first, then four thousand of WordNet's. */
function words(): readonly string[] {
  const common =
    "a the is man in and of to woman with are on people his it he up while down her they at then an by from as out for into she two around other".split(
      " ",
    );
  const index = readFileSync(join(findWordnet()!, "index.sense"), "utf8").matchAll(
    /^([a-z]{3,9})%/gm,
  );
  const known = [...new Set(Array.from(index, ([, word]) => word!))];
  const step = Math.floor(known.length / 4000);
  const below = generator(11);
  const chosen = known
    .filter((_, i) => i % step === 0)
    .map((word) => ({ word, order: below(1 << 20) }));
  return [...common, ...chosen.toSorted((a, b) => a.order - b.order).map(({ word }) => word)];
}

function generator(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % limit;
  };
}
