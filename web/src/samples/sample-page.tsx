import { Button, Group, SegmentedControl, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useLocation, useParams } from "wouter";
import { neighbourMark } from "../../../src/report/chart/neighbour-mark.ts";
import {
  firstMoment,
  pairedTimeline,
  sampleTimeline,
} from "../../../src/report/chart/sample-timeline.ts";
import { documents } from "../../../src/server/contract.ts";
import type {
  SampleAnswer,
  SamplePage as SampleDocument,
  SampleSystem,
} from "../../../src/summary/browse/sample-page.ts";
import { Failed, Loading } from "../app/loading.tsx";
import { useDocument } from "../app/use-document.ts";
import { useKeys } from "../app/use-keys.ts";
import { useQueryState } from "../app/use-query-state.ts";
import { Player, type PlayerHandle } from "../player/player.tsx";
import { Timeline } from "../view/timeline.tsx";
import { AnswerParts, Fold, JsonText } from "./answer-parts.tsx";
import { sampleAddress } from "./sample-address.ts";
import { SampleHead } from "./sample-head.tsx";
import { useSamplePlace } from "./sample-order.ts";
import classes from "./samples.module.css";
import { SentFrames } from "./sent-frames.tsx";
import { Shortcuts } from "./shortcuts.tsx";
import { SystemTabs } from "./system-tabs.tsx";

const keys = [
  [["j", "k"], "next and previous sample of the table"],
  [["Space"], "play or pause"],
  [["←", "→"], "one frame back or on"],
  [["[", "]"], "previous and next mark of the timeline"],
  [["1", "…", "9"], "the systems, in the order of their tabs"],
  [["?"], "this list"],
] as const;

/** One sample: the video, what was sent, asked, replied and made of it, by every system. */
export function SamplePage(): ReactNode {
  const params = useParams<{ run: string; task: string; sample: string }>();
  const [run = "", task = "", sample = ""] = [params.run, params.task, params.sample].map((one) =>
    decodeURIComponent(one ?? ""),
  );
  const [query] = useQueryState();
  const other = query.get("with");
  const own = useDocument(documents.sample(run, task, sample));
  const second = useDocument(
    other === null ? undefined : documents.sample(other, query.get("withTask") ?? task, sample),
  );
  const error = own.error ?? second.error;
  if (error) return <Failed error={error} />;
  if (!own.data || (other !== null && !second.data)) return <Loading />;
  return <Shown key={`${run} ${task} ${sample}`} page={own.data} second={second.data} />;
}

interface ShownProps {
  readonly page: SampleDocument;
  /** What another system, perhaps of another run, is shown beside it. */
  readonly second: SampleDocument | undefined;
}

function Shown({ page, second }: ShownProps): ReactNode {
  const { run, task, sample, systems, media } = page;
  const [query, setQuery] = useQueryState();
  const [, navigate] = useLocation();
  const at = query.get("at");
  const { data: placed } = useSamplePlace({
    run,
    task,
    sample,
    at: at === null ? undefined : Number(at),
  });
  const system = systems.find(({ id }) => id === query.get("system")) ?? systems[0]!;
  const answer = answerOf(system, query.get("repeat"));
  const withSystem = query.get("withSystem");
  const compared = useMemo(
    () => comparedWith(second, { page, own: system.id, system: withSystem }),
    [second, page, system.id, withSystem],
  );
  const [mediaAt, setMediaAt] = useState(0);
  const shown = media[mediaAt];
  const timeline = useMemo(() => {
    const first = sampleTimeline(answer);
    const other = compared && sampleTimeline(compared.answer);
    return first && other
      ? pairedTimeline(
          { name: system.id, timeline: first },
          { name: compared.name, timeline: other },
        )
      : (first ?? other);
  }, [answer, compared, system.id]);
  const [player, setPlayer] = useState<PlayerHandle | null>(null);
  const [time, setTime] = useState({ seconds: 0, frame: 0 });
  const [isHelpOpen, setHelpOpen] = useState(false);
  const isInFrames = timeline?.unit === "frames";
  const cursor = player ? (isInFrames ? time.frame : time.seconds) : undefined;
  const seek = (seconds: number) =>
    isInFrames ? player?.seekFrame(seconds) : player?.seek(seconds);

  // Only where the player comes up, so that another system does not move what is looked at.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const start = firstMoment(timeline);
    if (player && start !== undefined) seek(start);
  }, [player]);

  const goTo = async (step: 1 | -1) => {
    const place = (placed?.place ?? 0) + step;
    const next = await placed?.order.answerAt(place);
    if (!next) return;
    const about = new URLSearchParams(query);
    about.set("at", String(place));
    if (next.repeat > 1) about.set("repeat", String(next.repeat));
    else about.delete("repeat");
    navigate(`${sampleAddress(run, task, next.id)}?${about}`);
  };
  const jump = (direction: 1 | -1) => {
    const found = timeline && neighbourMark(timeline, cursor ?? 0, direction);
    if (found !== undefined) seek(found);
  };
  // Whoever chooses the other side of a comparison wants to see it first, not beside itself.
  const choose = (id: string) =>
    setQuery({
      system: id,
      repeat: null,
      ...(second && isOfPage(second, page) && id === compared?.system
        ? { withSystem: system.id }
        : {}),
    });
  useKeys(
    Object.fromEntries<() => unknown>([
      ["j", () => goTo(1)],
      ["k", () => goTo(-1)],
      [" ", () => player?.toggle()],
      ["ArrowLeft", () => player?.step(-1)],
      ["ArrowRight", () => player?.step(1)],
      ["[", () => jump(-1)],
      ["]", () => jump(1)],
      ["?", () => setHelpOpen(true)],
      ...systems.slice(0, 9).map(({ id }, place) => [String(place + 1), () => choose(id)] as const),
    ]),
  );
  const hasPicture = shown !== undefined;
  return (
    <Stack gap="md">
      <SampleHead {...{ run, task, sample, placed, goTo }} onHelp={() => setHelpOpen(true)} />
      {page.problem !== undefined && (
        <Text size="sm" className={classes.caution} role="status">
          {page.problem}
        </Text>
      )}
      {asked(answer, sample)}
      {compared && (
        <Group gap="xs">
          <Text size="sm" c="dimmed" className={classes.wrap}>
            Beside {compared.name}
          </Text>
          <Button
            variant="default"
            size="compact-xs"
            onClick={() => setQuery({ with: null, withTask: null, withSystem: null })}
          >
            Show one alone
          </Button>
        </Group>
      )}
      <SystemTabs {...{ page, system, choose }}>
        {system.answers.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label="Repeat"
            mb="md"
            data={system.answers.map(({ repeat = 1 }) => ({
              value: String(repeat),
              label: `Repeat ${repeat}`,
            }))}
            value={String(answer.repeat ?? 1)}
            onChange={(repeat) => setQuery({ repeat })}
          />
        )}
        <div className={classes.columns} data-two={hasPicture}>
          <Stack gap="md" className={classes.side}>
            {media.length > 1 && (
              <SegmentedControl
                size="xs"
                aria-label="Picture or video"
                data={media.map(({ path }, number) => ({ value: String(number), label: path }))}
                value={String(mediaAt)}
                onChange={(number) => setMediaAt(Number(number))}
              />
            )}
            {shown && <Player key={mediaAt} ref={setPlayer} media={shown} onTime={setTime} />}
            {timeline && (
              <Timeline
                timeline={timeline}
                seconds={cursor}
                {...(player ? { onSeek: seek, onStep: (step: 1 | -1) => player.step(step) } : {})}
              />
            )}
            <SentFrames {...{ page, answer, shown, seconds: time.seconds }} onSeek={seek} />
          </Stack>
          <Stack gap="md" className={classes.side}>
            {compared && <Heading name={system.id} />}
            <AnswerParts
              answer={answer}
              metrics={page.metrics}
              onSeek={player ? seek : undefined}
            />
            {compared && (
              <>
                <Heading name={compared.name} />
                <AnswerParts
                  answer={compared.answer}
                  metrics={second!.metrics}
                  onSeek={player ? seek : undefined}
                />
              </>
            )}
            {page.content !== null && (
              <Fold label="The sample as the data has it">
                <JsonText value={page.content} />
              </Fold>
            )}
          </Stack>
        </div>
      </SystemTabs>
      <Shortcuts keys={keys} isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </Stack>
  );
}

function Heading({ name }: { readonly name: string }): ReactNode {
  return (
    <Title order={2} size="h5" className={classes.wrap}>
      {name}
    </Title>
  );
}

/** What was asked, where neither the id nor the view says it. */
function asked({ view, brief }: SampleAnswer, sample: string): ReactNode {
  const title = brief?.asked ?? view?.title;
  const isSaid = view?.blocks.some((block) => block.kind === "text" && block.text === title);
  if (title === undefined || title === sample || isSaid) return null;
  return <Text className={classes.wrap}>{title}</Text>;
}

function answerOf({ answers }: SampleSystem, repeat: string | null): SampleAnswer {
  return answers.find((one) => String(one.repeat ?? 1) === repeat) ?? answers[0]!;
}

interface ComparedSide {
  readonly page: SampleDocument;
  /** The system that it is set against. */
  readonly own: string;
  readonly system: string | null;
}

/** The other side of a comparison; a run is named where it is another. */
function comparedWith(second: SampleDocument | undefined, { page, own, system: id }: ComparedSide) {
  if (!second) return undefined;
  const isSame = isOfPage(second, page);
  const others = second.systems.filter((one) => !isSame || one.id !== own);
  const system = others.find((one) => one.id === id) ?? others[0];
  if (!system) return undefined;
  const name = second.run === page.run ? system.id : `${system.id}, ${second.run}`;
  return { system: system.id, name, answer: system.answers[0]! };
}

function isOfPage(second: SampleDocument, { run, task }: SampleDocument): boolean {
  return second.run === run && second.task === task;
}
