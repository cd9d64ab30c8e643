import { expect, it } from "vitest";
import { isSecretField, isSecretVariable, variableFor } from "./secret-name.ts";

it.each([
  "OPENAI_API_KEY",
  "apikey",
  "HF_TOKEN",
  "TOKENS",
  "client_secret",
  "DB_PASSWORD",
  "PGPASSWD",
  "AWS_CREDENTIALS",
  "AUTHORIZATION",
  "BASIC_AUTH",
])("the variable %s is a secret", (name) => expect(isSecretVariable(name)).toBe(true));

it.each([
  "DATA_DIR",
  "MAX_TOKENS",
  "MAX_NEW_TOKENS",
  "TOKENIZER",
  "KEYFRAMES",
  "GIT_AUTHOR_NAME",
  "SEED",
])("the variable %s is none", (name) => expect(isSecretVariable(name)).toBe(false));

it.each([
  "apiKey",
  "api_key",
  "x-api-key",
  "APIKey",
  "apikey",
  "token",
  "accessToken",
  "authorization",
  "Proxy-Authorization",
  "auth",
  "password",
  "clientSecret",
  "secretAccessKey",
])("the field %s holds a secret", (name) => expect(isSecretField(name)).toBe(true));

it.each([
  "maxTokens",
  "imageToken",
  "tokenizer",
  "groupKey",
  "key",
  "keyframes",
  "author",
  "passwordFile",
  "authMode",
  "path",
  "",
])("the field %s holds none", (name) => expect(isSecretField(name)).toBe(false));

it.each([
  ["apiKey", "API_KEY"],
  ["Proxy-Authorization", "PROXY_AUTHORIZATION"],
])("%s is usually in %s", (field, variable) => expect(variableFor(field)).toBe(variable));
