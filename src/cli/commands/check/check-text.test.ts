import { expect, it, vi } from "vitest";
import { displayWidth } from "../../../report/text/display-width.ts";
import { checkedText } from "./check-text.ts";

it("is no wider than a page, also where it is written to a file", () => {
  vi.stubEnv("COLUMNS", "");
  const text = checkedText({
    ...{ task: "qa", family: "multiple-choice", samples: 180, mediaNotFound: 2 },
    findings: [
      {
        ...{ check: "answer-in-question", level: "warning", count: 0, samples: [] },
        message: "words that say in one long line what the matter is ".repeat(8).trim(),
      },
    ],
    splits: { splits: ["train", "validation", "test"], files: 12_000, opened: 150 },
  });
  const lines = text.split("\n");
  expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(80);
  expect(text.replaceAll(/\s+/g, " ")).toContain("were opened to look for near-duplicates");
  vi.unstubAllEnvs();
});
