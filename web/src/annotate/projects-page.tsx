import { Alert, Badge, Card, Code, Group, Progress, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { documents } from "../../../src/server/contract.ts";
import type { ProjectCard } from "../../../src/summary/annotate/annotation-pages.ts";
import { formatQuantity } from "../../../src/summary/format-number.ts";
import { Failed, Loading } from "../app/loading.tsx";
import { useFreshDocument } from "./use-fresh-document.ts";

/** All annotation projects of the folder, with how far their annotators are. */
export function ProjectsPage(): ReactNode {
  const { data, error } = useFreshDocument(documents.projects);
  if (error) return <Failed error={error} />;
  if (!data) return <Loading />;
  return (
    <Stack>
      <Title order={1} size="h2">
        Annotate
      </Title>
      {data.projects.map((project) => (
        <Project key={project.id} project={project} />
      ))}
      {data.projects.length === 0 && <HowToStart />}
    </Stack>
  );
}

function Project({ project }: { readonly project: ProjectCard }): ReactNode {
  const { id, name, annotate, items, annotators, problem, hint } = project;
  return (
    <Card withBorder padding="md">
      <Group justify="space-between" wrap="nowrap" align="baseline">
        <Text fw={600} size="lg" truncate>
          {problem === undefined ? (
            <Link href={`/annotate/${encodeURIComponent(id)}`}>{name}</Link>
          ) : (
            name
          )}
        </Text>
        {annotate && (
          <Badge variant="light" color="gray">
            {annotate}
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {problem === undefined ? `${id} · ${formatQuantity(items, "video")}` : id}
      </Text>
      {problem !== undefined && (
        <Alert color="red" mt="sm" title="annotate.yaml cannot be read">
          <Text ff="monospace" size="sm" style={{ whiteSpace: "pre-wrap" }}>
            {problem}
          </Text>
          {hint !== undefined && <Text size="sm">{hint}</Text>}
        </Alert>
      )}
      {annotators.map(({ name: annotator, begun, done }) => (
        <Group key={annotator} mt="xs" gap="sm" wrap="nowrap">
          <Text size="sm" w={140} truncate>
            {annotator}
          </Text>
          <Progress
            value={items === 0 ? 0 : (100 * done) / items}
            style={{ flex: 1 }}
            aria-label={`${annotator}: ${done} of ${items} done`}
          />
          <Text size="sm" c="dimmed" ta="right" w={150}>
            {done} of {items} done{begun > done ? `, ${begun - done} begun` : ""}
          </Text>
        </Group>
      ))}
    </Card>
  );
}

function HowToStart(): ReactNode {
  return (
    <Stack gap="xs">
      <Text>There is no annotation project in this folder yet.</Text>
      <Text>
        Start one from a folder of videos: <Code>vidimus view videos --annotate events</Code>
      </Text>
      <Text c="dimmed" size="sm">
        It writes <Code>annotate.yaml</Code> into that folder, which says what is annotated.
      </Text>
    </Stack>
  );
}
