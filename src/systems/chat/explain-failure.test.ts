import { APICallError, TypeValidationError } from "@ai-sdk/provider";
import { expect, it } from "vitest";
import { z } from "zod";
import { explainFailure } from "./explain-failure.ts";

it("names the member of a reply that is not what the provider documents, and shows no dump", () => {
  const value = { choices: [{ message: { content: "x" } }] };
  const schema = z.object({ choices: z.array(z.object({ index: z.number() })) });
  const error = new APICallError({
    message: "Invalid JSON response",
    url: "http://127.0.0.1/v1/chat/completions",
    requestBodyValues: {},
    statusCode: 200,
    responseBody: JSON.stringify(value),
    cause: new TypeValidationError({ value, cause: schema.safeParse(value).error }),
  });
  const { kind, reason } = explainFailure(error, 0) as { kind: string; reason: string };
  expect(kind).toBe("failed");
  expect(reason).toContain("choices.0.index: is missing; must be a number");
  expect(reason).not.toContain("Type validation failed");
});
