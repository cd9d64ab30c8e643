import { Alert, Button, Group, Kbd, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useEffect, useState } from "react";
import { Link, useLocation, useParams } from "wouter";
import { documents } from "../../../src/server/contract.ts";
import type { ItemPage, ItemWork } from "../../../src/summary/annotate/annotation-pages.ts";
import { Failed, Loading } from "../app/loading.tsx";
import { readDocument, useDocument } from "../app/use-document.ts";
import classes from "./annotate.module.css";
import { AskAnnotator, useAnnotator } from "./annotator-name.tsx";
import { ItemEditor } from "./item-editor.ts";
import { useKeys } from "./use-keys.ts";
import { Workbench } from "./workbench.tsx";

interface UnavailableProps {
  readonly project: string;
  readonly page: ItemPage;
}

/** One video of a project, where it is annotated. */
export function AnnotatePage(): ReactNode {
  const params = useParams<{ project: string; item: string }>();
  const project = decodeURIComponent(params.project);
  const item = decodeURIComponent(params.item);
  const annotator = useAnnotator();
  const page = useDocument(documents.item(project, item));
  const times = useDocument(page.data?.media.id ? documents.times(page.data.media.id) : undefined);
  const [editor, error] = useEditor(project, item, annotator);
  const failure = page.error ?? times.error ?? error;
  if (annotator === null) return <AskAnnotator opened />;
  if (failure) return <Failed error={failure} />;
  if (page.data?.media.problem) return <Unavailable project={project} page={page.data} />;
  if (!page.data || !times.data || !editor) return <Loading />;
  const place = { project, item, annotator };
  const own: ItemPage = page.data;
  return (
    <Workbench
      key={`${project} ${item} ${annotator}`}
      place={place}
      page={own}
      times={times.data}
      editor={editor}
    />
  );
}

/** A video that cannot be shown: why, and the way on. */
function Unavailable({ project, page }: UnavailableProps): ReactNode {
  const [, navigate] = useLocation();
  const { plan, item, media, previous, next } = page;
  const home = `/annotate/${encodeURIComponent(project)}`;
  const placeOf = (to: string | null) => (to === null ? home : `${home}/${encodeURIComponent(to)}`);
  useKeys(
    [
      { keys: ["j"], title: "Next video", run: () => navigate(placeOf(next)) },
      { keys: ["k"], title: "Previous video", run: () => navigate(placeOf(previous)) },
    ],
    true,
  );
  return (
    <Stack gap="sm">
      <div className={classes.head}>
        <Link href={home}>{plan.name}</Link>
        <h1 className={classes.title}>{item}</h1>
        <Text size="sm" c="dimmed">
          {page.place} of {page.items}
        </Text>
      </div>
      <Alert color="red" title="This video cannot be annotated" role="alert">
        {media.problem}
        <Text size="sm" mt="xs">
          The others are not affected. Once the file is repaired or put back, load this page again.
        </Text>
      </Alert>
      <Group>
        <Button
          key={item}
          component={Link}
          href={placeOf(next)}
          ref={(element: HTMLAnchorElement | null) => element?.focus()}
        >
          {next === null ? "Back to the project" : "Next video"} <Kbd ml="xs">j</Kbd>
        </Button>
        {previous !== null && (
          <Button component={Link} href={placeOf(previous)} variant="default">
            Previous video <Kbd ml="xs">k</Kbd>
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** An editor of the work as the server has it, once that is read. */
function useEditor(
  project: string,
  item: string,
  annotator: string | null,
): readonly [editor: ItemEditor | undefined, error: Error | undefined] {
  const [editor, setEditor] = useState<ItemEditor>();
  const [error, setError] = useState<Error>();
  useEffect(() => {
    if (annotator === null) return;
    let made: ItemEditor | undefined;
    let isGone = false;
    const take = (work: ItemWork) => {
      if (isGone) return;
      made = new ItemEditor({ project, item, annotator }, work);
      setEditor(made);
    };
    readDocument(documents.work(project, item, annotator)).then(take, setError);
    return () => {
      isGone = true;
      made?.[Symbol.dispose]();
      setEditor(undefined);
      setError(undefined);
    };
  }, [project, item, annotator]);
  return [editor, error];
}
