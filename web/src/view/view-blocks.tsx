import { Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import type { MediaRef } from "../../../src/core/data/sample.ts";
import type { View, ViewBlock, ViewOption } from "../../../src/core/scores/view.ts";
import { Timeline } from "./timeline.tsx";
import classes from "./view-blocks.module.css";

interface BlockOptions {
  /** Where the cursor of timelines is. */
  readonly seconds?: number | undefined;
  onSeek?(seconds: number): void;
  onStep?(direction: 1 | -1): void;
  /** Draws pictures and videos; they are named if absent. */
  media?(media: readonly MediaRef[]): ReactNode;
}

interface ViewBlocksProps extends BlockOptions {
  readonly view: View;
  /** Whether the title of the view stands above it. */
  readonly hasTitle?: boolean;
}

/** A sample and its prediction as the family describes them. */
export function ViewBlocks({ view, hasTitle = true, ...options }: ViewBlocksProps): ReactNode {
  return (
    <Stack gap="md">
      {hasTitle && (
        <Title order={2} size="h4">
          {view.title}
        </Title>
      )}
      {view.blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a view are known by their place
        <Block key={at} block={block} {...options} />
      ))}
    </Stack>
  );
}

function Block({ block, ...options }: BlockOptions & { readonly block: ViewBlock }): ReactNode {
  switch (block.kind) {
    case "text":
      return (
        <Labelled label={block.label}>
          <div className={classes.prose}>{block.text}</div>
        </Labelled>
      );
    case "options":
      return (
        <Labelled label={block.label}>
          <ul className={classes.options}>
            {block.options.map((option, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: options may be worded alike
              <Option key={at} {...option} />
            ))}
          </ul>
        </Labelled>
      );
    case "media":
      return options.media ? options.media(block.media) : <MediaNames media={block.media} />;
    case "timeline":
      return <Timeline timeline={block} {...options} />;
    case "facts":
      return <Facts facts={block.facts} />;
  }
}

/** A part with its name above it. */
export function Labelled(props: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {props.label}
      </Text>
      {props.children}
    </div>
  );
}

/** Names and values side by side. */
export function Facts(props: {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}): ReactNode {
  return (
    <dl className={classes.facts}>
      {props.facts.map(([name, value], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat
        <div key={at} className={classes.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Option({ text, isReference, isPrediction }: ViewOption): ReactNode {
  return (
    <li className={classes.option} data-reference={isReference} data-prediction={isPrediction}>
      <span className={classes.optionText}>{text}</span>
      {isReference && <span className={classes.good}>✓ reference</span>}
      {isPrediction && (
        <span className={isReference ? classes.good : classes.bad}>
          {isReference ? "✓" : "✗"} prediction
        </span>
      )}
    </li>
  );
}

function MediaNames({ media }: { readonly media: readonly MediaRef[] }): ReactNode {
  return (
    <Labelled label="Media">
      <ul className={classes.plain}>
        {media.map(({ kind, path }) => (
          <li key={path}>
            {kind} <code>{path}</code>
          </li>
        ))}
      </ul>
    </Labelled>
  );
}
