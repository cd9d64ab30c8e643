import { Button, Group, Paper, Text, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";

/** Asks for the name that labels are kept under. */
export function RaterName({ onName }: { readonly onName: (name: string) => void }): ReactNode {
  const [name, setName] = useState("");
  return (
    <Paper withBorder p="lg" maw={480}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onName(name);
        }}
      >
        <Text mb="sm">
          Your labels are kept under your name. Other raters do not see them until everybody is
          done.
        </Text>
        <Group align="end" wrap="nowrap">
          <TextInput
            label="Your name"
            value={name}
            maxLength={60}
            onChange={(event) => setName(event.currentTarget.value)}
            style={{ flex: 1 }}
            data-autofocus
          />
          <Button type="submit" disabled={name.trim() === ""}>
            Start
          </Button>
        </Group>
      </form>
    </Paper>
  );
}
