import { List, Table, Title } from "@mantine/core";
import type { ReactNode } from "react";
import type { ReportTable } from "../../../src/report/table/report-table.ts";
import classes from "./figures-table.module.css";

interface FiguresTableProps {
  readonly table: ReportTable;
  /** Without its title where a heading says the same. */
  readonly isTitled?: boolean;
  /** What stands in a cell in place of its text. */
  readonly cell?: (text: string, row: number, column: number) => ReactNode;
}

/** A table of figures as the report has it; nothing where it has no rows. */
export function FiguresTable({ table, isTitled = true, cell }: FiguresTableProps): ReactNode {
  const { title, columns, rows, notes = [], isGrouped = false } = table;
  if (rows.length === 0) return null;
  const head = isGrouped ? 1 : 0;
  return (
    <div className={classes.part}>
      {isTitled && (
        <Title order={3} size="h5" mb={4}>
          {capital(title)}
        </Title>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={classes.scroll} tabIndex={0} aria-label={title}>
        <Table verticalSpacing={4} horizontalSpacing="sm" className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ title: name, align }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns may have equal titles.
                <Table.Th key={at} ta={align}>
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, rowAt) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of figures have no other name.
              <Table.Tr key={rowAt}>
                {row.map((text, at) => {
                  const isHead = at === head;
                  const isSame = isGrouped && at === 0 && rows[rowAt - 1]?.[0] === text;
                  const Cell = isHead ? Table.Th : Table.Td;
                  return (
                    <Cell
                      // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                      key={at}
                      ta={columns[at]?.align ?? "left"}
                      {...(isHead ? { scope: "row", fw: 500 } : {})}
                    >
                      {isSame ? "" : (cell?.(text, rowAt, at) ?? text)}
                    </Cell>
                  );
                })}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      <Notes texts={notes} />
    </div>
  );
}

/** What a reader of figures must know. */
export function Notes({ texts }: { readonly texts: readonly string[] }): ReactNode {
  if (texts.length === 0) return null;
  return (
    <List size="sm" c="dimmed" mt={4} spacing={2}>
      {texts.map((text) => (
        <List.Item key={text}>{text}</List.Item>
      ))}
    </List>
  );
}

/** Sentences of reports begin in lower case where they follow a name. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
