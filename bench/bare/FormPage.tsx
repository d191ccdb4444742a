import { Field, Input, Stack } from '@chakra-ui/react';

/** A form of a dozen fields. */
export function FormPage() {
  return (
    <Stack data-shown="form" p="4">
      {Array.from({ length: 12 }, (_none, index) => (
        <Field.Root key={index}>
          <Field.Label>Field {index}</Field.Label>
          <Input />
        </Field.Root>
      ))}
    </Stack>
  );
}
