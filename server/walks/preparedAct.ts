import type { Desk } from '#server/sample/deskTesting.ts';

/** What a command is tried with: done by a person whom nothing limits it is good; prepared by such people. */
export type Prepare = (desk: Desk) => Promise<object>;

/** An act that must go through, for what comes after it; answers what it answered. */
export const done = async (desk: Desk, ...act: Parameters<Desk['act']>): Promise<any> => {
  const said = await desk.act(...act);
  if (said.status !== 'applied') throw new Error(`${act[2]} could not be prepared: ${JSON.stringify(said)}`);
  return said.result;
};
