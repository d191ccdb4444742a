import { expect } from '@playwright/test';
import { Api } from './api.ts';
import { receivedTubes } from './benchDay.ts';
import { summaryPayload, type Master } from './prepare.ts';
import { password } from './product.ts';

/** Those whose calls bring a tube from its door to its second audit. */
export interface Crew {
  readonly reception: Api;
  readonly entry: Api;
  readonly second: Api;
  readonly lab: Api;
  readonly audit1: Api;
  readonly audit2: Api;
}
/** Everybody a report passes through, and the administrator who sets the house up. */
export async function crewAt(address: string): Promise<Crew & { readonly admin: Api }> {
  const accounts = {
    admin: 'admin',
    reception: 'reception',
    entry: 'entry1',
    second: 'entry2',
    lab: 'lab',
    audit1: 'audit1',
    audit2: 'audit2',
  } as const;
  const made = await Promise.all(Object.entries(accounts).map(async ([name, account]) => [name, await Api.login(address, account)] as const));
  return Object.fromEntries(made) as unknown as Crew & { readonly admin: Api };
}
export interface AuditedTube {
  readonly sampleCode: string;
  readonly labCode: string;
  readonly taskId: string;
  readonly personName: string;
}
export interface EnteredValues {
  /** By item code; what is not named is normal. */
  readonly values?: Readonly<Record<string, string>>;
  readonly findings?: readonly object[];
}
/** What the desk of results is given of a tube's tasks. */
export interface EntrySheet {
  readonly groups: readonly {
    readonly items: readonly { readonly itemId: string; readonly itemCode: string; readonly referenceRange: string | null }[];
  }[];
  readonly tasks: readonly { readonly taskId: string; readonly version: number; readonly panels: readonly (readonly string[])[] }[];
}
interface QueueRow {
  readonly taskId: string;
  readonly version: number;
  readonly signals: readonly string[];
}

/** A value that speaks for nothing: a word of the range, a number within it, or one an item without a range may have. */
export function normalOf(range: string | null): string {
  const text = range ?? '';
  const [, from, to] = /^(-?[\d.]+)~(-?[\d.]+)$/.exec(text) ?? [];
  if (from && to) return String((Number(from) + Number(to)) / 2);
  const [, sign, bound] = /^([<>≥≤])([\d.]+)$/.exec(text) ?? [];
  if (sign && bound) return String(sign === '<' || sign === '≤' ? Number(bound) / 2 : Number(bound) * 2);
  return text === '' ? '1' : (text.split(/[/、]/)[0] ?? text);
}

/** Types in the result of a received tube, all items of it. */
export async function enterResult(lab: Api, code: string, { values = {}, findings }: EnteredValues = {}): Promise<string> {
  const sheet = await lab.get<EntrySheet>('accession-lims-lab/result/entry-sheet', { code });
  const [task] = sheet.tasks;
  if (!task) throw new Error(`${code} has no task`);
  const items = new Map(sheet.groups.flatMap((group) => group.items).map((item) => [item.itemId, item]));
  const entered = task.panels.flat().map((itemId) => {
    const { itemCode = '', referenceRange = null } = items.get(itemId) ?? {};
    return { itemId, value: values[itemCode] ?? normalOf(referenceRange) };
  });
  const body = { taskId: task.taskId, version: task.version, values: entered, ...(findings ? { findings } : {}) };
  await lab.post('accession-lims-lab/result/web-upload', body);
  return task.taskId;
}

/** Passes results at one level, each alone. */
export async function passAudit(auditor: Api, level: 1 | 2, codes: readonly string[]): Promise<void> {
  for (const labCode of codes) {
    const { records } = await auditor.get<{ records: QueueRow[] }>('accession-lims-lab/result-audit/page', { labCode, taskState: level + 2 });
    const [row] = records;
    if (!row) throw new Error(`${labCode} does not await audit ${level}`);
    const signNonce = crypto.randomUUID();
    const signed = { signPassword: auditor.sealForHandover(password, signNonce), signNonce };
    const tasks = [{ taskId: row.taskId, version: row.version, signals: row.signals }];
    const answers = await auditor.post<{ code: string | null; text?: string }[]>('accession-lims-lab/result-audit/audit', {
      tasks,
      level,
      result: 1,
      ...signed,
    });
    expect(answers.map(({ code, text }) => [code, text ?? null])).toEqual([[null, null]]);
  }
}

/** Tubes of one commodity from the reception to the second audit, by the desks' own calls. */
export async function auditedTubes(
  crew: Crew,
  master: Master,
  wanted: Parameters<typeof receivedTubes>[2] & { readonly isDouble?: boolean; readonly results?: readonly EnteredValues[] },
): Promise<AuditedTube[]> {
  const { reception, entry, second, lab } = crew;
  const { isDouble = false, results = [], ...tubesWanted } = wanted;
  const tubes = await receivedTubes({ reception, entry, lab, ...(isDouble ? { second } : {}) }, master, tubesWanted);
  const made: AuditedTube[] = [];
  for (const [at, tube] of tubes.entries()) {
    const { personName } = summaryPayload(master, tubesWanted.commodity, tubesWanted.className, tubesWanted.prefix, at + 1);
    made.push({ ...tube, personName, taskId: await enterResult(lab, tube.labCode, results[at]) });
  }
  const codes = tubes.map(({ labCode }) => labCode);
  await passAudit(crew.audit1, 1, codes);
  await passAudit(crew.audit2, 2, codes);
  return made;
}
