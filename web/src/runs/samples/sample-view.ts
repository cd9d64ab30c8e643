/** Which samples of a task are shown, and in which order: what the address of a page restores. */
export interface SampleView {
  readonly system: string;
  /** A second system, whose answers stand beside. */
  readonly other: string | null;
  /** Only samples that the two answered differently. */
  readonly differs: boolean;
  readonly outcome: string | null;
  /** A class of mistakes; `any` for all of them, `none` for answers without one. */
  readonly error: string | null;
  /** Values by the names of fields. */
  readonly fields: Readonly<Record<string, string>>;
  readonly score: ScoreRange | null;
  readonly search: string;
  readonly sort: SortOrder | null;
}

interface ScoreRange {
  readonly metric: string;
  /** `null`: no limit. */
  readonly from: number | null;
  readonly to: number | null;
}

export interface SortOrder {
  /** The id of a metric, `time` or `cost`. */
  readonly column: string;
  readonly descending: boolean;
}

const fieldPrefix = "f.";

/** Reads a view from the query of an address; what it does not say is as `system` alone. */
export function readView(query: URLSearchParams, system: string): SampleView {
  const metric = query.get("score");
  const sort = query.get("sort");
  return {
    system: query.get("system") ?? system,
    other: query.get("other"),
    differs: query.get("differs") === "yes",
    outcome: query.get("outcome"),
    error: query.get("error"),
    fields: Object.fromEntries(
      [...query]
        .filter(([name]) => name.startsWith(fieldPrefix))
        .map(([name, value]) => [name.slice(fieldPrefix.length), value]),
    ),
    score:
      metric === null
        ? null
        : { metric, from: numberIn(query.get("from")), to: numberIn(query.get("to")) },
    search: query.get("q") ?? "",
    sort: sort === null ? null : { column: sort.replace(/^-/, ""), descending: sort[0] === "-" },
  };
}

/** Writes a view into a query; parts that are not about samples stay as they are. */
export function writeView(query: URLSearchParams, view: SampleView): URLSearchParams {
  const next = new URLSearchParams([...query].filter(([name]) => !isOfView(name)));
  const { score, sort } = view;
  const parts: Readonly<Record<string, string | null | undefined>> = {
    system: view.system,
    other: view.other,
    differs: view.differs ? "yes" : null,
    outcome: view.outcome,
    error: view.error,
    score: score?.metric,
    from: score?.from?.toString(),
    to: score?.to?.toString(),
    q: view.search === "" ? null : view.search,
    sort: sort && `${sort.descending ? "-" : ""}${sort.column}`,
  };
  for (const [name, value] of Object.entries(parts)) if (value != null) next.set(name, value);
  for (const [name, value] of Object.entries(view.fields)) next.set(fieldPrefix + name, value);
  return next;
}

/** Whether all samples are shown. */
export function isUnfiltered(view: SampleView): boolean {
  const { differs, outcome, error, fields, score, search } = view;
  return (
    !differs &&
    [outcome, error, score].every((one) => one === null) &&
    Object.keys(fields).length === 0 &&
    search.trim() === ""
  );
}

/** The same system and order, and nothing left out. */
export function withoutFilters(view: SampleView): SampleView {
  const none = { differs: false, outcome: null, error: null, fields: {}, score: null, search: "" };
  return { ...view, ...none };
}

const names = new Set("system other differs outcome error score from to q sort at".split(" "));

function isOfView(name: string): boolean {
  return names.has(name) || name.startsWith(fieldPrefix);
}

function numberIn(text: string | null): number | null {
  const number = text === null || text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : null;
}
