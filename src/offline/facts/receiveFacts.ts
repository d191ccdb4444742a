import { dayStart, formatDateTime } from '#domain/kernel/dates.ts';
import type { ReceiveInput } from '#domain/lab/receiveState.ts';
import type { KnownTube, ReceiveFacts } from '#domain/lab/receiveForesight.ts';
import type { LabReceiveWorkRow } from '#domain/sample/rows.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { ask, deskWait } from '#src/api/ask.ts';
import { goesBefore } from '#src/offline/store/standing.ts';
import { readOperations } from '#src/offline/outbox/status.ts';
import { worklist } from '#src/offline/master/worklists.ts';

/**
 * What this desk knows of a tube the lab takes in: its list, and its own receipts of today. Where memory speaks against the
 * receipt the server is asked: it may have been taken back since, or a handover signed, here or elsewhere.
 */
export async function receiveFacts({ code }: ReceiveInput): Promise<ReceiveFacts> {
  const kept = await worklist<LabReceiveWorkRow>('labReceive');
  const tubes = tubesOf(code, kept?.rows ?? []);
  const acts = await readOperations({ types: ['labTask.receive'], lane: `tube:${code}`, since: dayStart() });
  const own = acts.findLast((operation) => goesBefore(operation, kept?.fetchedAt ?? null));
  const remembered: ReceiveFacts = {
    tubes: tubes.length > 0 ? tubes : undefined,
    isCurrent: false,
    own: own ? { by: own.authorName, at: formatDateTime(own.createdAt) } : null,
  };
  // The server does not know yet what this desk still carries.
  if (own && own.state !== 'acked') return remembered;
  const isObjected =
    own !== undefined || tubes.length > 1 || tubes.some((tube) => tube.labStatus !== labStatus.entered || tube.notHandedOver?.length);
  if (!isObjected) return remembered;
  const said = await ask('POST lab/lab-task/receive-check', {
    body: { code },
    quiet: true,
    signal: AbortSignal.timeout(deskWait.rule),
  }).catch(() => null);
  return said && 'samples' in said ? { tubes: said.samples, isCurrent: true, own: null } : remembered;
}

/** As the server finds them: the sample code goes before a tube number. */
function tubesOf(code: string, rows: readonly LabReceiveWorkRow[]): readonly KnownTube[] {
  const own = rows.filter(({ sampleCode }) => sampleCode === code);
  return (own.length > 0 ? own : rows.filter(({ testTubeNumber }) => testTubeNumber === code)).map((row) => ({
    ...row,
    rejectReason: null,
    executeLaboratoryId: row.executeLaboratoryId ?? '',
    executeLaboratoryName: row.executeLaboratoryName ?? '',
    notHandedOver: row.notHandedOver,
  }));
}
