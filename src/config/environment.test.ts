// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables are what is tested
import { describe, expect, it } from "vitest";
import { expandEnvironment } from "./environment.ts";

const environment = {
  DIR: "data",
  EMPTY: "",
  PORT: "8080",
  API_KEY: "sk-123456",
  PLAIN: "hidden-by-field",
};

it("replaces variables in texts and touches nothing else", () => {
  const tree = { a: "${DIR}/x", b: ["${PORT}", 1, true, null], c: "$DIR {DIR}", "${DIR}": 2 };
  const expanded = expandEnvironment(tree, environment);
  expect(expanded.tree).toEqual({
    a: "data/x",
    b: ["8080", 1, true, null],
    c: "$DIR {DIR}",
    "${DIR}": 2,
  });
  expect(expanded).toMatchObject({ secrets: [], problems: [] });
  expect(expanded.expansions.map(({ path }) => path)).toEqual([["a"], ["b", 0]]);
});

it.each([
  ["${NONE:-x}", "x"],
  ["${EMPTY:-x}", "x"],
  ["${DIR:-x}", "data"],
  ["${NONE:-}", ""],
  ["${EMPTY}", ""],
  ["$${DIR}", "${DIR}"],
])("%s becomes %j", (text, value) => expect(expandEnvironment(text, environment).tree).toBe(value));

describe("secrets", () => {
  it.each([
    [
      "by the variable's name",
      { url: "http://x/${API_KEY}/${DIR}" },
      "http://x/${API_KEY}/data",
      ["sk-123456"],
    ],
    ["by the field's name", { apiKey: "${PLAIN}" }, "${PLAIN}", ["hidden-by-field"]],
    [
      "in a header",
      { authorization: "Bearer ${PLAIN} $${x}" },
      "Bearer ${PLAIN} $${x}",
      ["hidden-by-field"],
    ],
    ["in a list", { tokens_: 1, accessTokens: ["${PLAIN}"] }, "${PLAIN}", ["hidden-by-field"]],
    [
      "in the password of an address",
      { url: "https://me:${PLAIN}@${DIR}:${PORT}/v1" },
      "https://me:${PLAIN}@data:8080/v1",
      ["hidden-by-field"],
    ],
    [
      "without the default, which may be one too",
      { x: "${MY_TOKEN:-fallback}" },
      "${MY_TOKEN}",
      ["fallback"],
    ],
  ])("%s stay names in what is stored", (_, tree, template, secrets) => {
    const expanded = expandEnvironment(tree, environment);
    expect(expanded.expansions.map(({ secretTemplate }) => secretTemplate)).toEqual([template]);
    expect(expanded.secrets).toEqual(secrets);
  });

  it.each([
    { apiKey: "sk-1" },
    { token: 123456 },
    { headers: { "x-api-key": "abc" } },
    { password: "$${x}" },
    { url: "http://me:pw@host/v1" },
  ])("must not be literals: %j", (tree) => {
    const { problems } = expandEnvironment(tree, environment);
    expect(problems.map(({ message }) => message)).toEqual(["a secret must not be written here"]);
  });

  it.each([
    { apiKey: "" },
    { apiKey: null },
    { token: false },
    { maxTokens: 256 },
    { imageToken: "<image>" },
    { url: "http://host:80/a:b@c" },
  ])("are not in %j", (tree) => expect(expandEnvironment(tree, environment).problems).toEqual([]));
});

it("hides the password of an address in what is said about it", () => {
  expect(expandEnvironment({ url: "postgres://me:pw-1234@host/db" }, environment).secrets).toEqual([
    "pw-1234",
  ]);
  expect(expandEnvironment({ url: "http://${DIR}:${PORT}/v1" }, environment).secrets).toEqual([]);
});

it.each([
  ["${NONE}", "environment variable NONE is not set", "set it, or write ${NONE:-default}"],
  ["${PROT}", "environment variable PROT is not set", "did you mean PORT?"],
  [
    "a ${ b",
    "a ${ that starts no variable",
    "write ${NAME} or ${NAME:-default}, and $${ for the characters themselves",
  ],
])("%s is a problem", (text, message, hint) => {
  expect(expandEnvironment({ a: [text] }, environment)).toMatchObject({
    tree: { a: [text] },
    problems: [{ path: ["a", 0], about: "value", message, hint }],
  });
});

it("tells every unset variable of a text", () => {
  expect(expandEnvironment("${X1}${X2}", {}).problems).toHaveLength(2);
});
