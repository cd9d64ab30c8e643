import { Kbd, Modal, Table } from "@mantine/core";
import type { ReactNode } from "react";

interface ShortcutsProps {
  readonly keys: readonly (readonly [keys: readonly string[], meaning: string])[];
  readonly isOpen: boolean;
  onClose(): void;
}

/** What keys do on a page. */
export function Shortcuts({ keys, isOpen, onClose }: ShortcutsProps): ReactNode {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Keys" size="md" lockScroll={false}>
      <Table verticalSpacing={4}>
        <Table.Tbody>
          {keys.map(([names, meaning]) => (
            <Table.Tr key={meaning}>
              <Table.Td>
                {names.map((name, at) => (
                  <span key={name}>
                    {at > 0 && " "}
                    <Kbd>{name}</Kbd>
                  </span>
                ))}
              </Table.Td>
              <Table.Td>{meaning}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
