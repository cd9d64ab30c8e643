import { Button, Checkbox, Group, NativeSelect, NumberInput, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { type ReactNode, useEffect, useState } from "react";
import type { IndexedTask } from "../../../../src/summary/browse/run-index.ts";
import { useIsNarrow } from "../../app/use-is-narrow.ts";
import { isUnfiltered, type SampleView, withoutFilters } from "./sample-view.ts";

export interface FiltersProps {
  readonly task: IndexedTask;
  readonly systems: readonly string[];
  readonly view: SampleView;
  readonly onChange: (view: SampleView) => void;
}

const anything = { value: "", label: "any" };

/** Everything that samples can be filtered by. */
export function Filters({ task, systems, view, onChange }: FiltersProps): ReactNode {
  const change = (part: Partial<SampleView>) => onChange({ ...view, ...part });
  const perSample = task.metrics.filter(({ isPerSample }) => isPerSample);
  const isNarrow = useIsNarrow();
  const [isOpen, setOpen] = useState(false);
  if (isNarrow && !isOpen)
    return (
      <Group gap="sm" align="end">
        <ChosenSystem {...{ systems, view, change }} />
        <SortChoice {...{ metrics: perSample, view, change }} />
        <Search view={view} change={change} />
        <Button variant="default" onClick={() => setOpen(true)}>
          {isUnfiltered(view) ? "Filter" : "Change filters"}
        </Button>
      </Group>
    );
  return (
    <Group gap="sm" align="end">
      {isNarrow && <SortChoice {...{ metrics: perSample, view, change }} />}
      <ChosenSystem {...{ systems, view, change }} />
      {systems.length > 1 && (
        <NativeSelect
          label="Beside"
          value={view.other ?? ""}
          data={[{ value: "", label: "–" }, ...systems.filter((id) => id !== view.system)]}
          onChange={(event) =>
            change({
              other: event.currentTarget.value || null,
              ...(event.currentTarget.value === "" ? { differs: false } : {}),
            })
          }
        />
      )}
      {view.other !== null && (
        <Checkbox
          label="Answered differently"
          checked={view.differs}
          mb={8}
          onChange={(event) => change({ differs: event.currentTarget.checked })}
        />
      )}
      <NativeSelect
        label="Outcome"
        value={view.outcome ?? ""}
        data={[anything, ...task.outcomes]}
        onChange={(event) => change({ outcome: event.currentTarget.value || null })}
      />
      {task.errors.length > 0 && (
        <NativeSelect
          label="Mistake"
          value={view.error ?? ""}
          data={[
            { value: "", label: "any or none" },
            { value: "any", label: "some mistake" },
            { value: "none", label: "no mistake" },
            ...task.errors,
          ]}
          onChange={(event) => change({ error: event.currentTarget.value || null })}
        />
      )}
      <FieldFilters {...{ task, view, change }} />
      {perSample.length > 0 && <ScoreFilter {...{ metrics: perSample, view, change }} />}
      <Search view={view} change={change} />
      {!isUnfiltered(view) && (
        <Button variant="subtle" px="xs" onClick={() => onChange(withoutFilters(view))}>
          Show all
        </Button>
      )}
      {isNarrow && (
        <Button variant="default" onClick={() => setOpen(false)}>
          Hide filters
        </Button>
      )}
    </Group>
  );
}

function ChosenSystem({ systems, view, change }: PartProps & Pick<FiltersProps, "systems">) {
  return (
    <NativeSelect
      label="System"
      value={view.system}
      data={[...systems]}
      onChange={(event) => change({ system: event.currentTarget.value })}
    />
  );
}

/** What heads of columns are pressed for, where there are none. */
function SortChoice({
  metrics,
  view,
  change,
}: PartProps & { readonly metrics: IndexedTask["metrics"] }): ReactNode {
  if (metrics.length === 0) return null;
  const { sort } = view;
  return (
    <NativeSelect
      label="Order"
      value={sort ? `${sort.descending ? "-" : ""}${sort.column}` : ""}
      data={[
        { value: "", label: "as in the data" },
        ...metrics.flatMap(({ id, title }) => [
          { value: id, label: `${title}, lowest first` },
          { value: `-${id}`, label: `${title}, highest first` },
        ]),
      ]}
      onChange={({ currentTarget: { value } }) =>
        change({
          sort:
            value === ""
              ? null
              : { column: value.replace(/^-/, ""), descending: value.startsWith("-") },
        })
      }
    />
  );
}

type Change = (part: Partial<SampleView>) => void;

interface PartProps {
  readonly view: SampleView;
  readonly change: Change;
}

/** One choice for each field that is filtered by, and one more to add another. */
function FieldFilters({
  task,
  view,
  change,
}: PartProps & { readonly task: IndexedTask }): ReactNode {
  const unused = task.fields.filter(({ name }) => !(name in view.fields));
  const set = (name: string, value: string) => {
    const { [name]: _, ...rest } = view.fields;
    change({ fields: value === "" ? rest : { ...rest, [name]: value } });
  };
  return (
    <>
      {Object.entries(view.fields).map(([name, value]) => (
        <NativeSelect
          key={name}
          label={name}
          value={value}
          data={[anything, ...(task.fields.find((field) => field.name === name)?.values ?? [])]}
          onChange={(event) => set(name, event.currentTarget.value)}
        />
      ))}
      {unused.length > 0 && (
        <NativeSelect
          label="Field"
          value=""
          data={[{ value: "", label: "add a field" }, ...unused.map(({ name }) => name)]}
          onChange={(event) => {
            const field = unused.find(({ name }) => name === event.currentTarget.value);
            if (field?.values[0] !== undefined) set(field.name, field.values[0]);
          }}
        />
      )}
    </>
  );
}

function ScoreFilter({
  metrics,
  view,
  change,
}: PartProps & { readonly metrics: IndexedTask["metrics"] }): ReactNode {
  const { score } = view;
  const limit = (name: "from" | "to") => (
    <NumberInput
      label={name === "from" ? "From" : "to"}
      w={84}
      step={0.1}
      value={score?.[name] ?? ""}
      onChange={(value) =>
        score && change({ score: { ...score, [name]: value === "" ? null : Number(value) } })
      }
    />
  );
  return (
    <>
      <NativeSelect
        label="Score"
        value={score?.metric ?? ""}
        data={[anything, ...metrics.map(({ id, title }) => ({ value: id, label: title }))]}
        onChange={(event) => {
          const metric = event.currentTarget.value;
          change({ score: metric === "" ? null : { from: null, to: null, ...score, metric } });
        }}
      />
      {score && limit("from")}
      {score && limit("to")}
    </>
  );
}

/** Searched once typing pauses. */
function Search({ view, change }: PartProps): ReactNode {
  const [text, setText] = useState(view.search);
  useEffect(() => setText(view.search), [view.search]);
  const search = useDebouncedCallback((value: string) => change({ search: value }), 150);
  return (
    <TextInput
      label="Search"
      type="search"
      placeholder="ids, questions, truths, answers"
      flex="1 1 12rem"
      maw={320}
      value={text}
      data-search
      onChange={(event) => {
        setText(event.currentTarget.value);
        search(event.currentTarget.value);
      }}
    />
  );
}
