import {
  ActionIcon,
  Button,
  Group,
  JsonInput,
  NativeSelect,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { type ReactNode, useState } from "react";
import { isRecord, type Json } from "../../../src/core/json.ts";
import { NumberField } from "../app/number-field.tsx";
import type { NoteProblem } from "../app/use-problems.ts";

interface MemberFieldProps {
  readonly name: string;
  /** JSON Schema of the member. */
  readonly schema: Json;
  /** The members that stay, such as the choices that an answer points at. */
  readonly fixed: Readonly<Record<string, Json>>;
  readonly before: Json | undefined;
  readonly value: Json | undefined;
  onValue(value: Json | undefined): void;
  onProblem: NoteProblem;
}

/** One member of the truth: a choice, a text, a list of intervals, or else JSON. */
export function MemberField(props: MemberFieldProps): ReactNode {
  const { name, fixed, value, before, onValue } = props;
  const label = titleOf(name);
  const was =
    JSON.stringify(before) === JSON.stringify(value)
      ? undefined
      : `was ${before === undefined ? "not given" : shownValue(before, fixed, name)}`;
  const choices = fixed.choices;
  if (name === "answer" && isTexts(choices) && (typeof value === "number" || value === null))
    return (
      <NativeSelect
        label={label}
        description={was}
        value={value === null ? "" : String(value)}
        onChange={(event) =>
          onValue(event.currentTarget.value === "" ? null : Number(event.currentTarget.value))
        }
        data={[
          { value: "", label: "(hidden)" },
          ...choices.map((text, at) => ({ value: String(at), label: `${at + 1}. ${text}` })),
        ]}
      />
    );
  if (
    isTextSchema(props.schema) &&
    (typeof value === "string" || value === undefined || value === null)
  )
    return (
      <TextInput
        label={label}
        description={was}
        value={value ?? ""}
        onChange={(event) =>
          onValue(
            event.currentTarget.value === ""
              ? (before ?? undefined) && ""
              : event.currentTarget.value,
          )
        }
      />
    );
  const labels = fixed.labels;
  if (name === "truth" && isTexts(value) && Array.isArray(labels))
    return <LabelList {...props} chosen={value} labels={labels} was={was} />;
  if (isIntervals(value)) return <IntervalList {...props} rows={value} was={was} />;
  return <JsonMember {...props} was={was} />;
}

interface Was {
  readonly was: string | undefined;
}

type Interval = Readonly<Record<string, Json>> & {
  readonly startSeconds: number;
  readonly endSeconds: number;
};

/** Intervals with their times; what else they hold stays, or is chosen from what is there. */
function IntervalList({
  name,
  rows,
  was,
  onValue,
  onProblem,
}: MemberFieldProps & Was & { readonly rows: readonly Interval[] }): ReactNode {
  const change = (at: number, members: Readonly<Record<string, Json>>) =>
    onValue(rows.map((row, place) => (place === at ? { ...row, ...members } : row)));
  const last = rows.at(-1);
  return (
    <fieldset style={{ border: 0, padding: 0, margin: 0 }}>
      <Text component="legend" size="sm" fw={500}>
        {titleOf(name)}
      </Text>
      <Text size="xs" c="dimmed">
        {["start and end in seconds", was].filter(Boolean).join("; ")}
      </Text>
      <Stack gap={6} mt={4}>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are known by their place
          <Group key={at} gap={6} align="start">
            {(["start", "end"] as const).map((edge) => (
              <NumberField
                key={edge}
                label={`${name} ${at + 1} ${edge} in seconds`}
                isLabelHidden
                size="sm"
                style={{ flex: "1 1 6rem" }}
                pauseMs={0}
                value={row[`${edge}Seconds`]}
                min={0}
                onNumber={(seconds) => change(at, { [`${edge}Seconds`]: seconds! })}
                onProblem={(problem) => onProblem(`${name} ${at} ${edge}`, problem)}
              />
            ))}
            {Object.entries(row).map(([key, value]) =>
              typeof value === "string" ? (
                <TextInput
                  key={key}
                  aria-label={`${name} ${at + 1} ${key}`}
                  value={value}
                  onChange={(event) => change(at, { [key]: event.currentTarget.value })}
                  style={{ flex: "1 1 6rem" }}
                />
              ) : null,
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`Remove ${name} ${at + 1}`}
              onClick={() => onValue(rows.filter((_, place) => place !== at))}
            >
              ×
            </ActionIcon>
          </Group>
        ))}
        {last && (
          <Group>
            <Button
              variant="default"
              size="xs"
              onClick={() =>
                onValue([
                  ...rows,
                  { ...last, startSeconds: last.endSeconds, endSeconds: last.endSeconds },
                ])
              }
            >
              Add an interval
            </Button>
          </Group>
        )}
      </Stack>
    </fieldset>
  );
}

/** Labels of a clip: those that hold are ticked. */
function LabelList({
  name,
  chosen,
  labels,
  was,
  onValue,
}: MemberFieldProps &
  Was & { readonly chosen: readonly string[]; readonly labels: readonly Json[] }): ReactNode {
  const ids = labels.flatMap((label) =>
    typeof label === "string" ? [label] : isRecord(label) ? [String(label.id)] : [],
  );
  return (
    <fieldset style={{ border: 0, padding: 0, margin: 0 }}>
      <Text component="legend" size="sm" fw={500}>
        {titleOf(name)}
      </Text>
      {was && (
        <Text size="xs" c="dimmed">
          {was}
        </Text>
      )}
      <Stack gap={4} mt={4}>
        {ids.map((id) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={(event) =>
                onValue(
                  event.currentTarget.checked
                    ? ids.filter((one) => one === id || chosen.includes(one))
                    : chosen.filter((one) => one !== id),
                )
              }
            />{" "}
            {id}
          </label>
        ))}
      </Stack>
    </fieldset>
  );
}

/** Any other member, as JSON; the server holds it against the schema of the family. */
function JsonMember({ name, value, was, onValue, onProblem }: MemberFieldProps & Was): ReactNode {
  const [text, setText] = useState(value === undefined ? "" : JSON.stringify(value, null, 2));
  return (
    <JsonInput
      label={titleOf(name)}
      description={was ?? "JSON; leave it empty where there is none"}
      value={text}
      autosize
      minRows={1}
      maxRows={14}
      validationError="This is no JSON."
      onChange={(changed) => {
        setText(changed);
        if (changed.trim() === "") {
          onProblem(name, undefined);
          onValue(undefined);
          return;
        }
        try {
          onValue(JSON.parse(changed) as Json);
          onProblem(name, undefined);
        } catch {
          onProblem(name, "no JSON");
        }
      }}
    />
  );
}

/** "startSeconds" → "Start seconds". */
function titleOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function shownValue(
  value: Json,
  { choices }: Readonly<Record<string, Json>>,
  name: string,
): string {
  const chosen =
    name === "answer" && isTexts(choices) && typeof value === "number" ? choices[value] : undefined;
  return chosen ?? JSON.stringify(value);
}

function isTexts(value: Json | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function isIntervals(value: Json | undefined): value is readonly Interval[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(
      (one) =>
        isRecord(one) && typeof one.startSeconds === "number" && typeof one.endSeconds === "number",
    )
  );
}

function isTextSchema(schema: Json): boolean {
  if (!isRecord(schema)) return false;
  const { type, anyOf } = schema;
  const kinds = Array.isArray(anyOf)
    ? anyOf.map((one) => (isRecord(one) ? one.type : one))
    : [type];
  return kinds.flat().every((kind) => kind === "string" || kind === "null") && kinds.length > 0;
}
