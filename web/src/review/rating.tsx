import { Button, Group, Kbd, Progress, Stack, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { changes, documents } from "../../../src/server/contract.ts";
import type { QueueCard, RatedItem, RaterItems } from "../../../src/summary/review/review-pages.ts";
import { Failed, Loading } from "../app/loading.tsx";
import { useDocument } from "../app/use-document.ts";
import { ItemDesk, useShownClip, valueShortcuts } from "./item-desk.tsx";
import { post } from "./post.ts";
import { useShortcuts } from "./shortcuts.tsx";

interface RatingProps {
  readonly queue: string;
  readonly rater: string;
}

/** The items of a queue, one after the other, for one rater. */
export function Rating({ queue, rater }: RatingProps): ReactNode {
  const { data, error } = useDocument(documents.raterItems(queue, rater));
  if (error) return <Failed error={error} />;
  if (!data) return <Loading />;
  return <Items key={`${queue} ${rater}`} given={data} queue={queue} />;
}

interface Said {
  readonly value: string;
  readonly note: string;
}

function Items({
  given,
  queue,
}: {
  readonly given: RaterItems;
  readonly queue: string;
}): ReactNode {
  const { items, values, rater } = given;
  const client = useQueryClient();
  const [said, setSaid] = useState<ReadonlyMap<string, Said>>(() => saidIn(items));
  const [at, setAt] = useState(() => Math.max(0, nextOpen(items, said, -1)));
  const [note, setNote] = useState(() => said.get(items[at]!.id)?.note ?? "");
  const [problem, setProblem] = useState<Error>();
  const isSaving = useRef(false);
  const noteField = useRef<HTMLInputElement>(null);
  const item = items[at]!;
  const clip = useShownClip(item);
  const go = (place: number, now = said) => {
    const target = Math.min(items.length - 1, Math.max(0, place));
    setAt(target);
    clip.show(0);
    noteField.current?.blur();
    setNote(now.get(items[target]!.id)?.note ?? "");
  };
  const rate = async (value: string) => {
    if (isSaving.current) return;
    isSaving.current = true;
    try {
      const own = note.trim() === "" ? {} : { note: note.trim() };
      const card = await post<QueueCard>(changes.label(queue), {
        ...{ item: item.id, rater, value },
        ...own,
      });
      const now = new Map(said).set(item.id, { value, note });
      setSaid(now);
      setProblem(undefined);
      const next = nextOpen(items, now, at);
      if (next >= 0) go(next, now);
      if (card.isDone || now.size === items.length)
        await client.invalidateQueries({ queryKey: [documents.review(queue).path] });
    } catch (error) {
      setProblem(error as Error);
    } finally {
      isSaving.current = false;
    }
  };
  const help = useShortcuts([
    ...valueShortcuts(values, rate),
    { key: "s", title: "Skip for now", run: () => go(nextAfter(items, said, at)) },
    { key: "b", title: "Back", run: () => go(at - 1) },
    { key: "ArrowLeft", title: "Back", run: () => go(at - 1) },
    { key: "ArrowRight", title: "Forward", run: () => go(at + 1) },
    { key: "n", title: "Write a note", run: () => noteField.current?.focus() },
    ...clip.shortcuts,
  ]);
  return (
    <Stack>
      <Group gap="sm" wrap="nowrap">
        <Progress
          value={(100 * said.size) / items.length}
          style={{ flex: 1 }}
          aria-label="Rated so far"
        />
        <Text size="sm" style={{ fontVariantNumeric: "tabular-nums" }} data-testid="progress">
          {said.size} of {items.length} rated
        </Text>
      </Group>
      {said.size === items.length && (
        <Text role="status">
          You have rated everything. What came of it is shown here once the others are done; until
          then you can go back and change a label.
        </Text>
      )}
      <ItemDesk
        item={item}
        clip={clip}
        place={`Item ${at + 1} of ${items.length}`}
        values={values}
        chosen={said.get(item.id)?.value}
        problem={problem}
        onValue={(value) => void rate(value)}
      >
        <TextInput
          ref={noteField}
          label="Note"
          value={note}
          maxLength={2000}
          onChange={(event) => setNote(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" || event.key === "Escape") event.currentTarget.blur();
          }}
        />
        <Group justify="space-between">
          <Button variant="default" onClick={() => go(at - 1)} disabled={at === 0}>
            Back <Kbd ml="xs">b</Kbd>
          </Button>
          <Text size="xs" c="dimmed">
            <Kbd>?</Kbd> shows all keys
          </Text>
          <Button variant="default" onClick={() => go(nextAfter(items, said, at))}>
            Skip <Kbd ml="xs">s</Kbd>
          </Button>
        </Group>
      </ItemDesk>
      {help}
    </Stack>
  );
}

function saidIn(items: readonly RatedItem[]): ReadonlyMap<string, Said> {
  return new Map(
    items.flatMap(({ id, value, note = "" }) =>
      value === undefined ? [] : [[id, { value, note }] as const],
    ),
  );
}

/** The next item without a label behind this one, from the start where there is none; −1: no more. */
function nextOpen(
  items: readonly RatedItem[],
  said: ReadonlyMap<string, Said>,
  at: number,
): number {
  const isOpen = ({ id }: RatedItem) => !said.has(id);
  const later = items.findIndex((item, place) => place > at && isOpen(item));
  return later >= 0 ? later : items.findIndex(isOpen);
}

/** Skipped items come again once the others are rated. */
function nextAfter(
  items: readonly RatedItem[],
  said: ReadonlyMap<string, Said>,
  at: number,
): number {
  const next = nextOpen(items, said, at);
  return next < 0 || next === at ? (at + 1) % items.length : next;
}
