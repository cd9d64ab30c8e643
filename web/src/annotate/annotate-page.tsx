import type { ReactNode } from "react";
import { useEffect, useState } from "react";
import { useParams } from "wouter";
import { documents } from "../../../src/server/contract.ts";
import type { ItemPage, ItemWork } from "../../../src/summary/annotate/annotation-pages.ts";
import { Failed, Loading } from "../app/loading.tsx";
import { readDocument, useDocument } from "../app/use-document.ts";
import { AskAnnotator, useAnnotator } from "./annotator-name.tsx";
import { ItemEditor } from "./item-editor.ts";
import { Workbench } from "./workbench.tsx";

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
  if (page.data?.media.problem) return <Failed error={new Error(page.data.media.problem)} />;
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
