import { formatDateTime } from '#domain/kernel/dates.ts';
import { saveHandover } from '#domain/sample/handover.ts';
import type { HandoverItem, SaveHandoverInput, SaveHandoverPayload } from '#domain/sample/handoverState.ts';
import type { HandoverFacts } from '#domain/sample/handoverForesight.ts';
import type { HandoverWorkRow } from '#domain/sample/rows.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { getMaster } from '#src/offline/master/masterData.ts';
import { openPayload } from '#src/offline/store/openPayload.ts';
import { goesBefore } from '#src/offline/store/standing.ts';
import { readOperations } from '#src/offline/outbox/status.ts';
import { worklist } from '#src/offline/master/worklists.ts';

/** What this desk can look up for a handover, without network: its list, and what it has put on one itself that the list cannot know yet. */
export async function handoverFacts({ handoverKey, commodityId, sampleCodes }: SaveHandoverInput): Promise<HandoverFacts> {
  const wanted = new Set(sampleCodes);
  const kept = await worklist<HandoverWorkRow>('handover');
  const rows = (kept?.rows ?? []).filter((row) => row.commodityId === commodityId && wanted.has(row.sampleCode));
  const own = await ownTaken(handoverKey, commodityId, wanted, kept?.fetchedAt ?? null);
  const waiting = rows
    .filter(({ sampleCode }) => !own.some((item) => item.sampleCode === sampleCode))
    .map((row): HandoverItem => ({ sampleCode: row.sampleCode, labStatus: row.labStatus, isOfCommodity: true, taken: null }));
  const name = rows[0]?.commodityName ?? (await getMaster('commodity', commodityId))?.['commodityName'];
  return { commodityName: typeof name === 'string' ? name : undefined, items: [...own, ...waiting] };
}

async function ownTaken(handoverKey: string, commodityId: string, wanted: ReadonlySet<string>, listAt: number | null): Promise<HandoverItem[]> {
  const acts = (await readOperations({ types: [saveHandover.name] })).filter(
    (operation) =>
      goesBefore(operation, listAt) && operation.lanes.some((lane) => lane.startsWith('tube:') && wanted.has(lane.slice('tube:'.length))),
  );
  const opened = await Promise.all(acts.map(async (operation) => ({ operation, content: await openPayload(operation) })));
  return opened.flatMap(({ operation, content }) => {
    const payload = content.isReadable ? (content.payload as SaveHandoverPayload) : null;
    if (payload?.commodityId !== commodityId || payload.handoverKey === handoverKey) return [];
    const taken = { handoverKey: payload.handoverKey, by: operation.authorName, at: formatDateTime(operation.createdAt) };
    return payload.sampleCodes
      .filter((code) => wanted.has(code))
      .map((sampleCode): HandoverItem => ({ sampleCode, labStatus: labStatus.entered, isOfCommodity: true, taken }));
  });
}
