import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { median, ms, perSecond, quantile } from '../table.ts';
import { outageActs, type Return } from './outage.ts';
import type { PowerCut } from './powerCut.ts';
import { scenarios, type Outcome } from './scenarios.ts';
import type { Speed } from './speed.ts';
import type { System } from './system.ts';

export type BySystem<T> = Readonly<Record<string, T>>;

/** All that was measured, as plain JSON; what was not asked for is absent. */
export interface Findings {
  /** By scenario. */
  readonly outcomes: Readonly<Record<string, BySystem<Outcome>>>;
  readonly power?: BySystem<PowerCut>;
  readonly speed?: BySystem<Speed>;
  /** The libraries once more, with our server behind theirs. */
  readonly behind?: BySystem<Speed>;
  /** The drain to servers that answer at once, ours too. */
  readonly idle?: BySystem<IdleDrain>;
  readonly outage?: BySystem<Return>;
}
/** Of 300 acts and of 2,000; 60 alone where each act is a request: its pace is the same. */
export interface IdleDrain {
  readonly few: Speed;
  readonly many?: Speed;
}
/** Where and with what it was measured. */
export interface Circumstances {
  readonly systems: readonly System[];
  readonly browser: string;
  readonly roundTripMs: number;
  /** Why there is no power cut, where this machine does not let us. */
  readonly whyNoPower: string | null;
  /** `yyyy-MM-dd`. */
  readonly today: string;
}

const dash = '–';

/** What became of the acts, in words; the good case is short. */
export function outcomeCell({ asked, accepted, delivered, lost, stuck, tray, doubled, isFreedByReload }: Outcome): string {
  const parts = [
    delivered > 0 || accepted.length === 0 ? `${delivered}/${accepted.length}` : '',
    lost > 0 ? `**${lost} lost**` : '',
    stuck > 0 ? `**${stuck} stuck**${isFreedByReload ? ' until the page is loaded anew' : ''}` : '',
    tray > 0 ? `${tray} in the tray` : '',
    doubled > 0 ? `**${doubled} doubled**` : '',
    accepted.length < asked ? `**${asked - accepted.length} not taken**` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

type Cells = readonly [string, ...string[]];

const rowOf = <T>(systems: readonly System[], what: string, from: BySystem<T>, cell: (found: T) => string): Cells => [
  what,
  ...systems.map(({ key }) => {
    const found = from[key];
    return found === undefined ? dash : cell(found);
  }),
];

function outcomeRows({ outcomes, power }: Findings, { systems, whyNoPower }: Circumstances): Cells[] {
  const rows = scenarios.flatMap(({ key, title }) => {
    const bySystem = outcomes[key];
    return bySystem ? [rowOf(systems, title, bySystem, outcomeCell)] : [];
  });
  if (whyNoPower !== null) return [...rows, [`power cut after "saved": not run here (${whyNoPower})`, ...systems.map(() => dash)]];
  if (!power) return rows;
  const cut = ({ trials, survived }: PowerCut): string => `${survived}/${trials}${survived < trials ? `, **${trials - survived} lost**` : ''}`;
  return [...rows, rowOf(systems, 'power cut right after "saved"', power, cut)];
}

const drained = ({ delivered, drainMs }: Speed): string => {
  const rate = perSecond(delivered, drainMs);
  return rate.toFixed(rate < 10 ? 1 : 0);
};

function speedRows({ speed, behind, idle, outage }: Findings, { systems, roundTripMs }: Circumstances): Cells[] {
  const rows: Cells[] = [];
  const row = <T>(what: string, from: BySystem<T>, cell: (found: T) => string): void => void rows.push(rowOf(systems, what, from, cell));
  if (speed) {
    row('save, one by one, server unreachable: p50 / p99', speed, ({ enqueue }) => `${ms(median(enqueue))} / ${ms(quantile(enqueue, 0.99))}`);
    row('the same, acts/s', speed, ({ enqueue }) => perSecond(enqueue.length, sum(enqueue)).toFixed(0));
    row('p50 to that of bare strict IndexedDB writes in the same page', speed, ({ enqueue, bare }) => (median(enqueue) / median(bare)).toFixed(2));
    row(`drain over ${roundTripMs} ms round trip, acts/s`, speed, drained);
    row('requests for it', speed, ({ requests }) => String(requests));
    row('bytes per act on the wire, both ways', speed, ({ bytes, delivered }) => (bytes / delivered).toFixed(0));
    row('delivered of accepted', speed, ({ delivered, accepted }) => `${delivered}/${accepted}`);
  }
  const ours = speed?.['ours'];
  if (behind) row('the same drain, every act done by our server, acts/s', ours ? { ...behind, ours } : behind, drained);
  if (idle) {
    row('drain to a server that costs nothing, ours too, 300 acts: acts/s', idle, ({ few }) => drained(few));
    row('the same, 2,000 acts: acts/s (requests)', idle, ({ many }) => (many ? `${drained(many)} (${many.requests})` : dash));
  }
  if (outage) {
    const seconds = Math.max(...Object.values(outage).map((found) => found.seconds));
    row(`after ${seconds} s without server: first request`, outage, ({ firstMs }) =>
      firstMs === null ? '**none**' : `${(firstMs / 1000).toFixed(1)} s`,
    );
    row('requests in the first second then (most in any second)', outage, ({ inFirstSecond, peak }) => `${inFirstSecond} (${peak})`);
    row(`from link-up to empty, ${outageActs} acts`, outage, ({ emptyMs, delivered, accepted }) =>
      delivered < accepted ? `**${accepted - delivered} still there**` : `${(emptyMs / 1000).toFixed(1)} s`,
    );
  }
  return rows;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function markdown(head: Cells, rows: readonly Cells[]): string {
  const widths = head.map((title, column) => Math.max(3, title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** The tables with all that a reader needs to judge them. */
export function report(findings: Findings, circumstances: Circumstances): string {
  const { systems, browser, roundTripMs, today } = circumstances;
  const head = (what: string): Cells => [what, ...systems.map(({ title, version }) => `${title} ${version}`)];
  const [fates, speeds] = [outcomeRows(findings, circumstances), speedRows(findings, circumstances)];
  return [
    `Measured ${today}, ${availableParallelism()} cores, ${browser}. \`npm run bench:offline\` measures it anew and writes this section;`,
    '`-- --only ours,tanstack` or `--only poison,speed` takes a part, `--samples 300` sets the acts saved and drained, `--outage 600` the real outage in seconds.',
    'The other libraries are installed into `bench/offline/peers` at first use; the product needs none of them.',
    '',
    ...(fates.length > 0
      ? [
          'What became of acts that the desk was told are saved (`9/10`: delivered of accepted; lost: neither at the server nor on the desk; stuck: still waiting 60 s after all was well again):',
          '',
          markdown(head('what happens'), fates),
          '',
        ]
      : []),
    ...(speeds.length > 0 ? [markdown(head('how fast'), speeds), ''] : []),
    'How each is set up:',
    '',
    ...systems.map(({ title, setting }) => `- **${title}**: ${setting}.`),
    '- **Wire**: a TCP proxy for each, which refuses, swallows, answers badly, cuts and delays alike for all, and counts every byte; the page believes it is online.',
    `- **Servers**: ours does its whole work, rules and transactions on disk, on the same cores. The others have one in memory that costs them nothing: their drain at ${roundTripMs} ms is the best they can do; the last row of it puts our server behind theirs (by its batch door, unsealed), so that all do the same work. In the rows "that costs nothing, ours too" a door before our server answers acts at once on our own wire: there the queues and their protocols alone are compared. Where each act is a request of its own, 60 acts show the pace.`,
    '- An application gives TanStack, RxDB and PouchDB a time-out of 4 s in the row of the silent server alone, written with `AbortController`; ours has its own of 12 s. With `AbortSignal.timeout` TanStack would try again.',
    '- TanStack rejects the promise of `commit()` for what it drops, in the page that made it and only there; PouchDB tells `denied` once; RxDB asks again for ever and holds all else back. No library keeps a refused act for a person.',
    '- RxDB and PouchDB replicate what a record is, not what was done to it: changes made offline arrive as one.',
    '',
    'Not covered: one browser (Chromium) on one machine; the power cut shuts a loop-mounted file system down in one moment, so a disk that lies about its cache is not in it; Zero, PowerSync and others that need a server of their own kind.',
  ].join('\n');
}

const file = fileURLToPath(new URL('../../docs/offline.md', import.meta.url));
const [begin, end] = ['<!-- bench:offline -->', '<!-- /bench:offline -->'];

/** Writes the report between its markers in docs/offline.md. Throws where they are missing. */
export function writeIntoDocs(text: string): void {
  const page = readFileSync(file, 'utf8');
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${file} has no place marked ${begin}`);
  writeFileSync(file, `${page.slice(0, from)}${begin}\n\n${text}\n\n${page.slice(to)}`);
}
