import { Table } from '@chakra-ui/react';

/** A list of ten rows, as many as a list of the console shows at first. */
export function ListPage() {
  return (
    <Table.Root data-shown="list">
      <Table.Body>
        {Array.from({ length: 10 }, (_row, row) => (
          <Table.Row key={row}>
            {Array.from({ length: 10 }, (_cell, cell) => (
              <Table.Cell key={cell}>
                {row}-{cell}
              </Table.Cell>
            ))}
          </Table.Row>
        ))}
      </Table.Body>
    </Table.Root>
  );
}
