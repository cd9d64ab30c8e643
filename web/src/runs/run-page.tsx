import { Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useParams } from "wouter";
import { documents } from "../../../src/server/contract.ts";
import { Failed, Loading } from "../app/loading.tsx";
import { useDocument } from "../app/use-document.ts";

/** One run: its figures. */
export function RunPage(): ReactNode {
  const { run = "" } = useParams<{ run: string }>();
  const { data, error } = useDocument(documents.run(decodeURIComponent(run)));
  if (error) return <Failed error={error} />;
  if (!data) return <Loading />;
  return (
    <Stack>
      <Title order={1} size="h2">
        {data.card.name}
      </Title>
      <Text c="dimmed">{data.card.id}</Text>
    </Stack>
  );
}
