import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { documents, indexAddress } from "../../../src/server/contract.ts";
import { openColumns, textAt, textColumn } from "../../../src/summary/browse/column-file.ts";
import { indexFiles } from "../../../src/summary/browse/run-index.ts";
import { readFromServer } from "../app/server-watch.ts";
import { useDocument } from "../app/use-document.ts";

/** An answer in a list: which sample, and which repeat of it, counted from 1. */
interface ListedAnswer {
  readonly id: string;
  readonly repeat: number;
}

/** A list of answers that pages of samples follow. */
export interface SampleOrder {
  readonly count: number;
  answerAt(place: number): Promise<ListedAnswer | undefined>;
}

const orders = new Map<string, SampleOrder>();

/** The table says in which order its samples stand, so that j and k go through them. */
export function rememberOrder(run: string, task: string, order: SampleOrder): void {
  orders.set(JSON.stringify([run, task]), order);
}

interface Place {
  readonly run: string;
  readonly task: string;
  readonly sample: string;
  /** Where the table had it; `undefined` where the page was not opened from there. */
  readonly at: number | undefined;
}

export interface PlacedSample {
  readonly order: SampleOrder;
  readonly place: number;
}

/**
 * Where a sample stands: in the table that it was opened from or, after a reload, in the order of
 * the data.
 */
export function useSamplePlace({
  run,
  task,
  sample,
  at,
}: Place): UseQueryResult<PlacedSample | null> {
  const { data } = useDocument(documents.index(run));
  const index = data?.index;
  return useQuery({
    queryKey: ["place", run, task, sample, at, index?.key],
    staleTime: 0,
    gcTime: 0,
    queryFn: async (): Promise<PlacedSample | null> => {
      const table = orders.get(JSON.stringify([run, task]));
      const listed = at === undefined ? undefined : await table?.answerAt(at);
      if (table && at !== undefined && listed?.id === sample) return { order: table, place: at };
      const number = index?.tasks.findIndex(({ id }) => id === task) ?? -1;
      if (!index || number < 0) return null;
      const response = await readFromServer(indexAddress(run, index, indexFiles.texts(number)));
      if (!response.ok) return null;
      return inData(await response.arrayBuffer(), sample);
    },
  });
}

function inData(buffer: ArrayBuffer, sample: string): PlacedSample | null {
  const ids = textColumn(openColumns(buffer), "id");
  if (!ids) return null;
  const count = ids.ends.length;
  const order: SampleOrder = {
    count,
    answerAt: async (place) =>
      place >= 0 && place < count ? { id: textAt(ids, place), repeat: 1 } : undefined,
  };
  for (let place = 0; place < count; place++)
    if (textAt(ids, place) === sample) return { order, place };
  return null;
}
