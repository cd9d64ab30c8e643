import { Button, Code, CopyButton, Group } from "@mantine/core";
import type { ReactNode } from "react";

/** A command line that can be copied. */
export function Command({ text }: { readonly text: string }): ReactNode {
  return (
    <Group wrap="nowrap" mt="xs">
      <Code block style={{ flex: 1, overflowX: "auto" }} tabIndex={0}>
        {text}
      </Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button variant="default" size="xs" onClick={copy}>
            {copied ? "Copied" : "Copy"}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
