import type { BrowserContext } from 'playwright';
import type { Backend } from './backend.ts';
import type { Act } from './peers/peer.ts';
import type { Wire } from './wire.ts';

export type { Act } from './peers/peer.ts';

/** A queue on a desk with its server behind a wire. Its pages live in the browser context given last to `open`. */
export interface Rig {
  readonly wire: Wire;
  /** Requests that carry acts, by their line on the wire. */
  readonly carries: (line: string) => boolean;
  /** These, and those that only prepare or note them. */
  readonly sends: (line: string) => boolean;
  /** True where refusals of an act come from the wire, false where the server itself makes them. */
  readonly isAnsweredByWire: boolean;
  /** Opens its page anew, after a kill in a new browser; pages it has here are closed before. */
  open(context: BrowserContext): Promise<void>;
  /** A second tab, from then on the one that saves; the first is tab 0. */
  openSecondTab(): Promise<void>;
  useTab(index: 0 | 1): void;
  /** The next release takes the desk over; in it whatever handles an act on the client bears another name. */
  update(): Promise<void>;
  act(record: number, edit?: number): Act;
  /** Acts that a server answers with this status for what they are; libraries get it from the wire. */
  refusable(records: readonly number[], status: '403' | '409' | '422'): Promise<Act[]>;
  /** Saves in the page, one after the other: ms of each, and the acts (as `record/edit`) the desk was told are saved. */
  save(acts: readonly Act[]): Promise<{ took: number[]; taken: string[] }>;
  /** Acts that the server refuses from now on for what they are. */
  poison(acts: readonly Act[]): Promise<void>;
  /** Only what the library's documentation has an application do after a login. */
  resume(): Promise<void>;
  /** What a browser may do by itself meanwhile, brought forward. */
  nudge(): Promise<void>;
  /** `record/edit` to how often it was applied. */
  ledger(): Promise<ReadonlyMap<string, number>>;
  /** Acts (`record/edit`) the desk still holds. `tray`: those that stand before a person. */
  held(): Promise<{ waiting: string[]; tray: string[] }>;
  close(): Promise<void>;
}

export interface Choice {
  /** A time-out that the application gives each request; no library brings one. */
  readonly ownTimeoutMs?: number;
  /** Our server does the acts that a library's server receives; without one it does nothing but keep them in memory. */
  readonly backend?: Backend;
  /** Ours too talks to a server that takes acts and does nothing with them. */
  readonly isIdle?: boolean;
}

export interface System {
  readonly key: string;
  readonly title: string;
  readonly version: string;
  /** How it is set up, for the reader of the table. */
  readonly setting: string;
  /** False where nothing on the client handles an act: there is no name to change. */
  readonly hasHandlers: boolean;
  /** True where each act is a request of its own. */
  readonly isOneByOne: boolean;
  /** A rig of its own: nothing is left of an earlier one. */
  prepare(choice: Choice): Promise<Rig>;
  /** Ends it; answers how often each act was applied where only the stored data tell. */
  close(): Promise<ReadonlyMap<string, number> | null>;
}
