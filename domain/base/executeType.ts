import { choices } from '#domain/kernel/choices.ts';

/** Who does the test (docs/contract.md#fields-and-codes). */
export const executeType = choices({
  self: [1, '自检', 'Self-check'],
  outsourced: [2, '外送', 'Outsourced'],
});
