import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { median, ms, perSecond, quantile } from '../table.ts';
import type { Return } from './outage.ts';
import type { PowerCut } from './powerCut.ts';
import type { Outcome } from './scenarios.ts';
import type { Speed } from './speed.ts';
import type { System } from './system.ts';

/** All that was measured; what was not asked for is absent. */
export interface Findings {
  readonly systems: readonly System[];
  readonly browser: string;
  readonly outcomes: readonly { readonly title: string; readonly bySystem: ReadonlyMap<string, Outcome> }[];
  readonly powerCut: ReadonlyMap<string, PowerCut> | string | null;
  readonly speeds: ReadonlyMap<string, Speed> | null;
  /** The libraries once more, with our server behind theirs. */
  readonly behind: ReadonlyMap<string, Speed> | null;
  readonly outage: { readonly seconds: number; readonly bySystem: ReadonlyMap<string, Return> } | null;
  readonly roundTripMs: number;
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

function outcomeRows({ systems, outcomes, powerCut }: Findings): Cells[] {
  const rows = outcomes.map(({ title, bySystem }): Cells => [
    title,
    ...systems.map(({ key }) => (bySystem.has(key) ? outcomeCell(bySystem.get(key) as Outcome) : dash)),
  ]);
  if (typeof powerCut === 'string') return [...rows, [`power cut after "saved": not run here (${powerCut})`, ...systems.map(() => dash)]];
  if (!powerCut) return rows;
  const cut = ({ key }: System): string => {
    const found = powerCut.get(key);
    if (!found) return dash;
    const lost = found.trials - found.survived;
    return lost > 0 ? `${found.survived}/${found.trials}, **${lost} lost**` : `${found.survived}/${found.trials}`;
  };
  return [...rows, ['power cut right after "saved"', ...systems.map(cut)]];
}

const drained = ({ delivered, drainMs }: Speed): string => {
  const rate = perSecond(delivered, drainMs);
  return rate.toFixed(rate < 10 ? 1 : 0);
};

function speedRows({ systems, speeds, behind, outage, roundTripMs }: Findings): Cells[] {
  const row = (what: string, from: ReadonlyMap<string, Speed>, cell: (speed: Speed) => string): Cells => [
    what,
    ...systems.map(({ key }) => (from.has(key) ? cell(from.get(key) as Speed) : dash)),
  ];
  const rows: Cells[] = [];
  if (speeds) {
    rows.push(
      row('save, one by one, server unreachable: p50 / p99', speeds, ({ enqueue }) => `${ms(median(enqueue))} / ${ms(quantile(enqueue, 0.99))}`),
      row('the same, acts/s', speeds, ({ enqueue }) => perSecond(enqueue.length, sum(enqueue)).toFixed(0)),
      row('p50 to that of bare strict IndexedDB writes in the same page', speeds, ({ enqueue, bare }) => (median(enqueue) / median(bare)).toFixed(2)),
      row(`drain over ${roundTripMs} ms round trip, acts/s`, speeds, drained),
      row('requests for it', speeds, ({ requests }) => String(requests)),
      row('bytes per act on the wire, both ways', speeds, ({ bytes, delivered }) => (bytes / delivered).toFixed(0)),
      row('delivered of accepted', speeds, ({ delivered, accepted }) => `${delivered}/${accepted}`),
    );
  }
  if (behind) {
    const ours = speeds?.get('ours');
    const same = new Map([...(ours ? [['ours', ours] as const] : []), ...behind]);
    rows.push(row('the same drain, every act done by our server, acts/s', same, drained));
  }
  if (outage) {
    const after = `after ${outage.seconds} s without server`;
    const outRow = (what: string, cell: (found: Return) => string): Cells => [
      what,
      ...systems.map(({ key }) => (outage.bySystem.has(key) ? cell(outage.bySystem.get(key) as Return) : dash)),
    ];
    rows.push(
      outRow(`${after}: first request`, ({ firstMs }) => (firstMs === null ? '**none**' : `${(firstMs / 1000).toFixed(1)} s`)),
      outRow('requests in the first second then (most in any second)', ({ inFirstSecond, peak }) => `${inFirstSecond} (${peak})`),
      outRow('from link-up to empty', ({ emptyMs, delivered, accepted }) =>
        delivered < accepted ? `**${accepted - delivered} still there**` : `${(emptyMs / 1000).toFixed(1)} s`,
      ),
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
export function report(findings: Findings, today: string): string {
  const { systems, browser, roundTripMs } = findings;
  const head = (what: string): Cells => [what, ...systems.map(({ title, version }) => `${title} ${version}`)];
  const [fates, speeds] = [outcomeRows(findings), speedRows(findings)];
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
    `- **Servers**: ours does its whole work, rules and transactions on disk, on the same cores. The others have one in memory that costs them nothing: their drain at ${roundTripMs} ms is the best they can do; the last row of it puts our server behind theirs (by its batch door, unsealed), so that all do the same work.`,
    '- An application gives TanStack, RxDB and PouchDB a time-out of 4 s in the row of the silent server alone, written with `AbortController`; ours has its own 30 s. With `AbortSignal.timeout` TanStack would try again.',
    '- TanStack rejects the promise of `commit()` for what it drops, in the page that made it and only there; PouchDB tells `denied` once. No library keeps such an act for a person.',
    '- RxDB and PouchDB replicate what a record is, not what was done to it: changes made offline arrive as one.',
    '',
    'Not covered: one browser (Chromium) on one machine; the power cut is a copy of the disk file at the moment of the kill, so a disk that lies about its cache is not in it; Zero, PowerSync and others that need a server of their own kind.',
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
