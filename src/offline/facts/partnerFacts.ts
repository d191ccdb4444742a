import { formatDateTime } from '#domain/kernel/dates.ts';
import type { ExpectedLine, PartnerReceiveInput } from '#domain/sample/partner/partnerInput.ts';
import { plannedReception, type PartnerFacts } from '#domain/sample/partner/partnerReceive.ts';
import { lineOfRow, partnerListName, type PartnerWorkRow } from '#domain/sample/partner/partnerRows.ts';
import type { PartnerKey } from '#domain/sample/partners.ts';
import { worklist } from '#src/offline/master/worklists.ts';
import { readOperations } from '#src/offline/outbox/status.ts';
import type { OutboxOperation } from '#src/offline/store/operation.ts';
import { goesBefore } from '#src/offline/store/standing.ts';
import { summaryFacts } from './summaryFacts.ts';

/** Lines of a partner's list as this desk keeps it under a code, the partner's or ours; undefined: it never got the list. */
export const keptLines = async (partner: PartnerKey, code: string): Promise<readonly PartnerWorkRow[] | undefined> =>
  (await keptOf(partner, code))?.rows;

async function keptOf(partner: PartnerKey, code: string) {
  const kept = await worklist<PartnerWorkRow>(partnerListName(partner));
  return kept && { ...kept, rows: kept.rows.filter(({ testTubeNumber, barCode }) => testTubeNumber === code || barCode === code) };
}

/** What this desk can look up for a reception at a partner's desk: the list it keeps, and what it has received of it since. */
export async function partnerFacts(partner: PartnerKey, input: PartnerReceiveInput, replaced?: OutboxOperation): Promise<PartnerFacts> {
  const kept = await keptOf(partner, input.thirdpartyBarCode);
  if (!kept) return { lines: null, summary: null };
  const { rows, fetchedAt } = kept;
  const lines = await Promise.all(rows.map((row) => withOwn(lineOfRow(row), fetchedAt, replaced)));
  // Of a mask nobody can say whether it stands for a value of ours; that the tube is here can be said.
  if (rows.some(({ isMasked }) => isMasked) && lines.every(({ arrived }) => arrived === null)) return { lines: null, summary: null };
  const planned = plannedReception({ lines }, input);
  return { lines, summary: planned ? await summaryFacts(planned.summary, replaced) : null };
}

/** A line with the reception of it that waits at this desk, or was answered since the list was got, at `listAt`. */
async function withOwn(line: ExpectedLine, listAt: number, replaced: OutboxOperation | undefined): Promise<ExpectedLine> {
  if (line.arrived) return line;
  const acts = await readOperations({ isOfDesk: true });
  const codes = new Set([line.thirdpartyBarCode, ...(line.barCode ? [line.barCode] : [])].map((code) => `partner:${code}`));
  const own = acts.find((act) => goesBefore(act, listAt) && act.opId !== replaced?.opId && act.lanes.some((lane) => codes.has(lane)));
  if (!own) return line;
  const sampleCode = own.lanes.find((lane) => lane.startsWith('tube:'))?.slice('tube:'.length) ?? line.barCode ?? '';
  const at = formatDateTime(own.createdAt + own.clockOffsetMs);
  return { ...line, arrived: { requisitionId: '', requisitionCode: sampleCode, sampleCode, by: own.authorName, at } };
}
