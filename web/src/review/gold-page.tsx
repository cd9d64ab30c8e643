import {
  Anchor,
  Button,
  Grid,
  Group,
  Stack,
  Table,
  Text,
  Textarea,
  TextInput,
  Title,
} from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link, useParams } from "wouter";
import type { Json } from "../../../src/core/json.ts";
import { changes, documents } from "../../../src/server/contract.ts";
import type {
  GoldComparison,
  GoldPage as GoldDocument,
} from "../../../src/summary/review/gold-pages.ts";
import { Failed, Loading } from "../app/loading.tsx";
import { useDocument } from "../app/use-document.ts";
import { useProblems } from "../app/use-problems.ts";
import { Player } from "../player/player.tsx";
import { GoldScores } from "./gold-scores.tsx";
import { MemberField } from "./member-field.tsx";
import { post } from "./post.ts";
import { useRater } from "./use-rater.ts";

/** Corrects what is true of a sample: a new version of the data, with author and reason. */
export function GoldPage(): ReactNode {
  const params = useParams<{ run: string; task: string; sample: string }>();
  const [run, task, sample] = [params.run, params.task, params.sample].map((part = "") =>
    decodeURIComponent(part),
  ) as [string, string, string];
  const { data, error } = useDocument(documents.gold(run, task, sample));
  if (error) return <Failed error={error} />;
  if (!data) return <Loading />;
  return <GoldForm key={`${run} ${task} ${sample}`} gold={data} />;
}

function GoldForm({ gold }: { readonly gold: GoldDocument }): ReactNode {
  const { run, task, sample, before, now, schemas, fixed } = gold;
  const client = useQueryClient();
  const [truth, setTruth] = useState<Readonly<Record<string, Json>>>(() => now);
  const [hasProblems, noteProblem] = useProblems();
  const [rater, setRater] = useRater();
  const [author, setAuthor] = useState(rater);
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const [saved, setSaved] = useState<GoldComparison>();
  const isChanged = JSON.stringify(truth) !== JSON.stringify(now);
  const save = async () => {
    setBusy(true);
    try {
      const comparison = await post<GoldComparison>(changes.correctGold(run, task, sample), {
        ...{ truth, author, reason },
      });
      setRater(author);
      setSaved(comparison);
      setProblem(undefined);
      setReason("");
      client.setQueryData([documents.goldScores(run, task).path], comparison);
      await client.invalidateQueries({ queryKey: [documents.gold(run, task, sample).path] });
    } catch (error) {
      setProblem(error as Error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack>
      <div>
        <Title order={1} size="h2">
          Correct the truth of {sample}
        </Title>
        <Text size="sm" c="dimmed">
          <Anchor
            component={Link}
            href={`/runs/${encodeURIComponent(run)}`}
            size="sm"
            underline="always"
          >
            {run}
          </Anchor>
          {" · "}
          {task}. The data stays as it is; corrections go to {gold.file}.
        </Text>
      </div>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack>
            <Text fw={600}>{gold.asked}</Text>
            {gold.media.map((media) => (
              <Player key={media.path} media={media} />
            ))}
            <Answers gold={gold} />
            <History gold={gold} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void save();
            }}
          >
            <Stack>
              {Object.keys(schemas).map((name) => (
                <MemberField
                  key={name}
                  name={name}
                  schema={schemas[name]!}
                  fixed={fixed}
                  before={before[name]}
                  value={truth[name]}
                  onValue={(value) => setTruth((all) => withMember(all, name, value))}
                  onProblem={noteProblem}
                />
              ))}
              <TextInput
                label="Author"
                required
                value={author}
                onChange={(event) => setAuthor(event.currentTarget.value)}
              />
              <Textarea
                label="Reason"
                required
                autosize
                minRows={2}
                value={reason}
                onChange={(event) => setReason(event.currentTarget.value)}
              />
              {problem && <Failed error={problem} />}
              <Group>
                <Button
                  type="submit"
                  loading={isBusy}
                  disabled={
                    hasProblems || !isChanged || author.trim() === "" || reason.trim() === ""
                  }
                >
                  Save the correction
                </Button>
              </Group>
            </Stack>
          </form>
        </Grid.Col>
      </Grid>
      {(saved !== undefined || gold.history.length > 0) && (
        <GoldScores run={run} task={task} given={saved} />
      )}
    </Stack>
  );
}

function Answers({ gold: { answers } }: { readonly gold: GoldDocument }): ReactNode {
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>System</Table.Th>
          <Table.Th>Answer</Table.Th>
          <Table.Th>Mistake</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {answers.map(({ system, outcome, answer, errorClass }) => (
          <Table.Tr key={system}>
            <Table.Td>{system}</Table.Td>
            <Table.Td>{answer ?? outcome}</Table.Td>
            <Table.Td>{errorClass ?? "–"}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function History({ gold: { history } }: { readonly gold: GoldDocument }): ReactNode {
  if (history.length === 0) return null;
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        Corrected before
      </Text>
      {history.map(({ author, reason, at, truth }) => (
        <Text key={at} size="sm" style={{ overflowWrap: "anywhere" }}>
          {new Date(at).toLocaleString()}, {author}: {reason}{" "}
          <Text span c="dimmed">
            {JSON.stringify(truth)}
          </Text>
        </Text>
      ))}
    </Stack>
  );
}

function withMember(
  all: Readonly<Record<string, Json>>,
  name: string,
  value: Json | undefined,
): Readonly<Record<string, Json>> {
  const { [name]: _old, ...rest } = all;
  return value === undefined ? rest : { ...rest, [name]: value };
}
