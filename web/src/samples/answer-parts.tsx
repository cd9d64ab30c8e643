import { Group, Stack, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Json } from "../../../src/core/json.ts";
import type { ViewBlock } from "../../../src/core/scores/view.ts";
import { readableJson } from "../../../src/report/text/readable-json.ts";
import type { SampleAnswer, SampleMetric } from "../../../src/summary/browse/sample-page.ts";
import { formatCount, formatDollars, formatScore } from "../../../src/summary/format-number.ts";
import type { ExplainedAsk } from "../../../src/summary/sample-explanation.ts";
import { Facts, Labelled, ViewBlocks } from "../view/view-blocks.tsx";
import classes from "./samples.module.css";

interface AnswerProps {
  readonly answer: SampleAnswer;
  readonly metrics: readonly SampleMetric[];
  readonly onSeek: ((seconds: number) => void) | undefined;
}

/** So many scores stand beside the answer. */
const firstScores = 3;

/** What a system answered, how it was read, and what it came to. */
export function AnswerParts({ answer, metrics, onSeek }: AnswerProps): ReactNode {
  const { view, brief } = answer;
  return (
    <Stack gap="md">
      <Outcome answer={answer} metrics={metrics} />
      {view ? (
        <ViewBlocks
          view={{ ...view, blocks: withoutShown(view.blocks) }}
          hasTitle={false}
          {...(onSeek ? { onSeek } : {})}
        />
      ) : (
        <Labelled label="Answer">
          <JsonText value={answer.answer} />
        </Labelled>
      )}
      {view && !hasAnswer(view.blocks) && brief?.answer !== undefined && (
        <Labelled label="Answer">
          <div className={classes.prose}>{brief.answer}</div>
        </Labelled>
      )}
      <Asks asks={answer.asks} />
      {Object.keys(answer.grades).length > 0 && (
        <Fold label="Grades" isOpen>
          <JsonText value={answer.grades as Json} />
        </Fold>
      )}
      {answer.view && (
        <Fold label="Answer as data">
          <JsonText value={answer.answer} />
        </Fold>
      )}
      {Object.keys(answer.evidence).length > 0 && (
        <Fold label="Evidence that metrics read">
          {Object.entries(answer.evidence).map(([measure, value]) => (
            <div key={measure}>
              <div className={classes.note}>{measure}</div>
              <JsonText value={value} />
            </div>
          ))}
        </Fold>
      )}
    </Stack>
  );
}

function Outcome({ answer, metrics }: Omit<AnswerProps, "onSeek">): ReactNode {
  const { outcome, reason, errorClass, extractor, condition, values } = answer;
  // A view says it itself.
  const rule = answer.view ? undefined : ruleOf(answer.answer);
  const scores = metrics.flatMap(({ id, title, unit }) =>
    values[id] === undefined || values[id] === null
      ? []
      : [[title, formatScore(values[id], unit)] as const],
  );
  const facts: readonly (readonly [string, ReactNode])[] = [
    ...(extractor === undefined ? [] : [["read by", extractor] as const]),
    ...(rule === undefined ? [] : [["rule", rule] as const]),
    ...(condition === undefined ? [] : [["probe", condition] as const]),
    ...scores.slice(0, firstScores),
    ...costs(answer),
  ];
  return (
    <div>
      <Group gap="xs" mb={6}>
        <span className={classes.outcome} data-outcome={outcome}>
          {outcome}
        </span>
        {errorClass !== undefined && <span className={classes.mistake}>{errorClass}</span>}
        {reason !== undefined && (
          <Text size="sm" className={classes.wrap}>
            {reason}
          </Text>
        )}
      </Group>
      {facts.length > 0 && <Facts facts={facts} />}
      {scores.length > firstScores && (
        <Fold label={`All ${formatCount(scores.length)} scores`}>
          <Facts facts={scores} />
        </Fold>
      )}
    </div>
  );
}

function costs(answer: SampleAnswer): readonly (readonly [string, ReactNode])[] {
  const { requests = 0, tokens, costUsd = 0, milliseconds } = answer;
  return [
    ...(requests === 0 ? [] : [["requests", formatCount(requests)] as const]),
    ...(tokens
      ? [["tokens in, out", `${formatCount(tokens.input)}, ${formatCount(tokens.output)}`] as const]
      : []),
    ...(costUsd === 0 ? [] : [["cost, USD", formatDollars(costUsd)] as const]),
    ...Object.entries(milliseconds)
      .filter(([, ms]) => Math.round(ms) > 0)
      .map(([part, ms]) => [part, `${formatCount(Math.round(ms))} ms`] as const),
  ];
}

/** What is asked, and what came back as it came. */
function Asks({ asks }: { readonly asks: readonly ExplainedAsk[] }): ReactNode {
  return asks.map((ask, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: asks are known by their place
    <Stack key={at} gap="xs" className={classes.ask}>
      {ask.messages ? (
        ask.messages.map(({ role, text }, place) => (
          <Fold
            // biome-ignore lint/suspicious/noArrayIndexKey: messages are known by their place
            key={place}
            label={asks.length > 1 ? `Asked, ${role}, step ${ask.step}` : `Asked, ${role}`}
            isOpen={text.length < 600}
          >
            <PlainText>{text}</PlainText>
          </Fold>
        ))
      ) : (
        <Text size="sm" c="dimmed">
          What was asked cannot be worded again.
        </Text>
      )}
      <Labelled label="Reply, as it came">
        <PlainText isReply>{ask.failure ?? ask.reply}</PlainText>
      </Labelled>
    </Stack>
  ));
}

/** A text as it is. */
function PlainText(props: { readonly isReply?: boolean; readonly children: ReactNode }): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <pre className={classes.text} tabIndex={0} data-reply={props.isReply}>
      {props.children}
    </pre>
  );
}

const mostText = 20_000;

/** JSON that can be read; of much, the first part. */
export function JsonText({ value }: { readonly value: Json }): ReactNode {
  const [isAll, setAll] = useState(false);
  const text = readableJson(value);
  const isLong = text.length > mostText && !isAll;
  return (
    <>
      <PlainText>{isLong ? `${text.slice(0, mostText)}…` : text}</PlainText>
      {isLong && (
        <button type="button" className={classes.more} onClick={() => setAll(true)}>
          Show all {formatCount(text.length)} characters
        </button>
      )}
    </>
  );
}

/** A part that opens; what is closed is not drawn. */
export function Fold(props: {
  readonly label: string;
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const [isOpen, setOpen] = useState(props.isOpen ?? false);
  return (
    <details
      className={classes.fold}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{props.label}</summary>
      {isOpen && props.children}
    </details>
  );
}

/** Pictures, videos and the timeline stand elsewhere. */
function withoutShown(blocks: readonly ViewBlock[]): readonly ViewBlock[] {
  const timeline = blocks.find(({ kind }) => kind === "timeline");
  return blocks.filter((block) => block.kind !== "media" && block !== timeline);
}

/** Whether the blocks say what was answered. */
function hasAnswer(blocks: readonly ViewBlock[]): boolean {
  return blocks.some(({ kind }) => kind === "options" || kind === "timeline");
}

function ruleOf(answer: Json): string | undefined {
  const isObject = typeof answer === "object" && answer !== null && !Array.isArray(answer);
  const rule = isObject ? (answer as { readonly rule?: Json }).rule : undefined;
  return typeof rule === "string" ? rule : undefined;
}
