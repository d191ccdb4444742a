import { it } from 'vitest';
import { play } from '../testing/simulation/play.ts';

/** The second half of simulation.test.ts: plain http, where nothing is sealed and each act waits for its author's own session. */
const histories = 5000;

it(
  `loses nothing, doubles nothing, and never stops trying over ${histories} histories of open acts`,
  () => play({ histories, seed: 20_261_122, isSealed: false }),
  240_000,
);
