import { formatDateTime } from '#domain/kernel/dates.ts';
import { detailSubject, enterDetail } from '#domain/sample/detailEntry.ts';
import type { DetailFacts } from '#domain/sample/detailForesight.ts';
import type { DetailInput } from '#domain/sample/detailInput.ts';
import { uploadImage } from '#domain/sample/requisitionImage.ts';
import type { EntryWorkRow } from '#domain/sample/rows.ts';
import { ask, deskWait } from '#src/api/ask.ts';
import { keptMaster } from '#src/offline/master/masterData.ts';
import { counts, goesBefore } from '#src/offline/store/standing.ts';
import { readOperations } from '#src/offline/outbox/status.ts';
import { worklist } from '#src/offline/master/worklists.ts';
import { mastersOf } from './mastersOf.ts';

/** What this desk can look up for one pass of detail entry. */
export async function detailFacts({ requisitionCode, pass }: DetailInput): Promise<DetailFacts> {
  const kept = await worklist<EntryWorkRow>(`entry${pass}`);
  const work = kept?.rows.find((row) => row.requisitionCode === requisitionCode);
  const { carried = {}, commodityIds = [] } = work ?? {};
  const tubes = Array.isArray(carried['tubes']) ? (carried['tubes'] as readonly Record<string, unknown>[]) : [carried];
  const classIds = tubes.flatMap(({ sampleClassId }) => (typeof sampleClassId === 'string' ? [sampleClassId] : []));
  const [commodities, laboratoryCommodities, sampleClasses, acts] = await Promise.all([
    mastersOf('commodity', commodityIds),
    keptMaster('laboratoryCommodity'),
    mastersOf('sampleClass', classIds),
    readOperations({ types: [enterDetail.name, uploadImage.name], lane: `req:${requisitionCode}` }),
  ]);
  const done = acts.filter(counts);
  const otherSubject = detailSubject(requisitionCode, pass === 1 ? 2 : 1);
  const other = done.findLast(({ type, state, subject }) => type === enterDetail.name && state !== 'acked' && subject === otherSubject);
  // One that the list was asked for behind may have been removed since: the list tells.
  const isTakenHere = done.some((act) => act.type === uploadImage.name && goesBefore(act, kept?.fetchedAt ?? null));
  return {
    work,
    commodities,
    laboratoryCommodities,
    sampleClasses,
    isImageMissing: isTakenHere ? false : work?.isImageMissing === true ? await isStillMissing(requisitionCode, pass) : work?.isImageMissing,
    ownOther: other ? { user: { id: other.authorId, name: other.authorName }, at: formatDateTime(other.createdAt) } : null,
  };
}

/** A picture may have come since the list was fetched: the server is asked; undefined where it cannot be. */
async function isStillMissing(requisitionCode: string, pass: number): Promise<boolean | undefined> {
  const query = { requisitionCode, pass: String(pass) };
  const said = await ask('GET sample/enter-info/get-detail-info', {
    query,
    quiet: true,
    signal: AbortSignal.timeout(deskWait.rule),
  }).catch(() => null);
  return said?.isImageMissing;
}
