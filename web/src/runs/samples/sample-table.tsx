import { UnstyledButton } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "wouter";
import { useIsNarrow } from "../../app/use-is-narrow.ts";
import { sampleWorker } from "../work/run-workers.ts";
import type { SampleRow } from "../work/sample-rows.ts";
import type { TaskPlace } from "../work/sample-worker.ts";
import classes from "./sample-table.module.css";
import type { SampleView, SortOrder } from "./sample-view.ts";
import { narrowColumns, type TableColumn, tableColumns } from "./table-columns.tsx";

interface SampleTableProps {
  readonly at: TaskPlace;
  readonly view: SampleView;
  /** Rows of the answers, in the order in which they are shown. */
  readonly rows: Uint32Array;
  /** The row that keys move, by its place among the rows. */
  readonly cursor: number;
  readonly onCursor: (cursor: number) => void;
  readonly onSort: (sort: SortOrder | null) => void;
  /** The address of a sample's page. */
  readonly address: (row: SampleRow, place: number) => string;
}

const rowHeight = 34;
/** Of a row of three lines, or of one. */
const narrowHeight = { texts: 82, bare: 40 };
/** Rows are read from the worker in blocks, so that scrolling asks seldom. */
const blockSize = 100;

/** Rows of samples; only those that are seen are drawn. */
export function SampleTable(props: SampleTableProps): ReactNode {
  const { at, view, rows, cursor, onCursor, address } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow();
  const height = isNarrow ? narrowHeight[at.task.hasTexts ? "texts" : "bare"] : rowHeight;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
    scrollPaddingStart: isNarrow ? 0 : rowHeight,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height lie elsewhere
  useEffect(() => virtualizer.measure(), [height]);
  const items = virtualizer.getVirtualItems();
  const readRow = useRows(at, view, { rows, first: items[0]?.index, last: items.at(-1)?.index });
  useEffect(() => {
    if (cursor < rows.length) virtualizer.scrollToIndex(cursor, { align: "auto" });
  }, [cursor, rows, virtualizer]);
  const system = at.task.systems.find(({ id }) => id === view.system);
  const columns = isNarrow ? narrowColumns(at.task, view) : tableColumns(at.task, system, view);
  const grid = { gridTemplateColumns: columns.map(({ width }) => width).join(" ") };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section ref={scroller} className={classes.scroller} tabIndex={0} aria-label="Samples">
      <table className={classes.table} aria-rowcount={rows.length + 1} data-narrow={isNarrow}>
        <thead>
          <tr className={classes.head} style={grid}>
            {columns.map((column) => (
              <Head key={column.title} column={column} {...props} />
            ))}
          </tr>
        </thead>
        <tbody style={{ height: virtualizer.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const row = readRow(index);
            return (
              <tr
                key={index}
                aria-rowindex={index + 2}
                aria-current={index === cursor ? "true" : undefined}
                className={classes.row}
                style={{ ...grid, height, transform: `translateY(${start}px)` }}
                onClick={() => onCursor(index)}
              >
                {columns.map((column, place) => (
                  <td key={column.title} data-align={column.align}>
                    {row && place === 0 ? (
                      <Link href={address(row, index)} tabIndex={-1}>
                        {column.cell(row)}
                      </Link>
                    ) : (
                      row && column.cell(row)
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** Pressed once, lowest first; once more, highest first; then as the data has them. */
function Head({
  column,
  view,
  onSort,
}: SampleTableProps & { readonly column: TableColumn }): ReactNode {
  const { sort: by, title, align } = column;
  if (by === undefined)
    return (
      <th data-align={align} title={title}>
        {title}
      </th>
    );
  const own = view.sort?.column === by ? view.sort : null;
  const order = own === null ? "none" : own.descending ? "descending" : "ascending";
  const next = {
    none: { column: by, descending: false },
    ascending: { column: by, descending: true },
    descending: null,
  };
  return (
    <th aria-sort={order} data-align={align}>
      <UnstyledButton
        className={classes.sort}
        title={`Sort by ${title}`}
        onClick={() => onSort(next[order])}
      >
        {title}
        <span aria-hidden="true">{{ none: "", ascending: " ↑", descending: " ↓" }[order]}</span>
      </UnstyledButton>
    </th>
  );
}

interface Shown {
  readonly rows: Uint32Array;
  readonly first: number | undefined;
  readonly last: number | undefined;
}

/** Reads the rows that are seen, block by block; blocks that were read are remembered. */
function useRows(
  at: TaskPlace,
  { system, other }: SampleView,
  { rows, first = 0, last = 0 }: Shown,
): (index: number) => SampleRow | undefined {
  const start = Math.floor(first / blockSize);
  const count = rows.length === 0 ? 0 : Math.floor(last / blockSize) - start + 1;
  const blocks = Array.from({ length: count }, (_, block) =>
    rows.subarray((start + block) * blockSize, (start + block + 1) * blockSize),
  );
  const read = useQueries({
    queries: blocks.map((block) => ({
      queryKey: ["rows", at.base, at.place, system, other, block.join(" ")],
      queryFn: () => sampleWorker.read({ at, view: { system, other }, rows: [...block] }),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60_000,
    })),
  });
  return (index) => {
    const block = Math.floor(index / blockSize);
    return read[block - start]?.data?.[index - block * blockSize];
  };
}
