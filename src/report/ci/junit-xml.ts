import { type GateCheck, type GateDocument, gateCheckName } from "../../summary/gate-summary.ts";
import { gateLine } from "../table/gate-table.ts";

/**
 * A gate as JUnit XML: one test case for each check. What failed is a failure; what could not be
 * decided is an error, since a skipped case would count as passed.
 */
export function junitXml({ run, checks }: GateDocument): string {
  const count = (state: GateCheck["state"]) =>
    checks.filter((check) => check.state === state).length;
  const counts = `tests="${checks.length}" failures="${count("failed")}" errors="${count("undecided")}"`;
  const suite = attribute("name", `vidimus gate ${run}`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite ${suite} ${counts} skipped="0">`,
    ...checks.map(testCase),
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function testCase(check: GateCheck): string {
  const { task = "run", system, state } = check;
  const place = ["vidimus", task, ...(system === undefined ? [] : [system])].join(".");
  const start = `    <testcase ${attribute("classname", place)} ${attribute("name", gateCheckName(check))}`;
  const line = gateLine(check);
  if (state === "passed")
    return `${start}>\n      <system-out>${escaped(line)}</system-out>\n    </testcase>`;
  const element = state === "failed" ? "failure" : "error";
  const head = `<${element} ${attribute("message", check.measured)} ${attribute("type", check.kind)}>`;
  return `${start}>\n      ${head}${escaped(line)}</${element}>\n    </testcase>`;
}

function attribute(name: string, value: string): string {
  return `${name}="${escaped(value)}"`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
  "\r": "&#13;",
  "\t": "&#9;",
};

/** Text inside of XML 1.0, which has no way to write most control characters at all. */
function escaped(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML forbids
      .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, "\uFFFD")
      .replace(/[&<>"\n\r\t]/g, (character) => entities[character]!)
  );
}
