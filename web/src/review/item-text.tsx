import { Code, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { RatedItem } from "../../../src/summary/review/review-pages.ts";
import { ViewBlocks } from "../view/view-blocks.tsx";

type Shown = Pick<RatedItem, "asked" | "answer" | "truth" | "view" | "reported">;

/** What was asked and answered and, where it may be known, what is true. */
export function ItemText({ item }: { readonly item: Shown }): ReactNode {
  const { asked, answer, truth, view, reported } = item;
  // Texts stand above, and clips beside.
  const blocks = (view?.blocks ?? []).filter(
    ({ kind }) => kind === "timeline" || kind === "options",
  );
  return (
    <Stack gap="sm">
      <Labelled label="Question" text={asked} />
      <Labelled label="Answer" text={answer} isStrong />
      {truth !== undefined && <Labelled label="Truth" text={truth} />}
      {reported && (
        <>
          <Labelled
            label="Reported"
            text={[reported.kind, reported.by && `by ${reported.by}`, reported.note]
              .filter(Boolean)
              .join(", ")}
          />
          <div>
            <Text size="xs" c="dimmed">
              Would become true
            </Text>
            <Code block>{reported.proposal}</Code>
          </div>
        </>
      )}
      {blocks.length > 0 && <ViewBlocks hasTitle={false} view={{ title: asked, blocks }} />}
    </Stack>
  );
}

function Labelled(props: {
  readonly label: string;
  readonly text: string;
  readonly isStrong?: boolean;
}): ReactNode {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {props.label}
      </Text>
      <Text fw={props.isStrong ? 600 : 400} style={{ overflowWrap: "anywhere" }}>
        {props.text}
      </Text>
    </div>
  );
}
