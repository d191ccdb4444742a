import { choices } from '#domain/kernel/choices.ts';

/** Who does the test (spec 3). */
export const executeType = choices({
  self: [1, '自检', 'Self-check'],
  outsourced: [2, '外送', 'Outsourced'],
});
