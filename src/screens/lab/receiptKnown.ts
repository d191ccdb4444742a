import { formatDateTime } from '#domain/kernel/dates.ts';
import type { ReceiveCheck } from '#domain/lab/labRows.ts';
import type { LabReceiveWorkRow } from '#domain/sample/rows.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { call, servicePath } from '#src/api/call.ts';
import type { ActVerdict } from '#src/console/desk/actVerdict.ts';
import { goesBefore } from '#src/console/desk/standing.ts';
import type { OutboxOperation } from '#src/offline/operation.ts';
import { readOperations } from '#src/offline/status.ts';

const word = ['重复', 'Repeat'] as const;
/** A second scan waits so long for the server's word at most; then the desk's memory answers. */
const askMs = 2_500;

const isReceived = (row: LabReceiveWorkRow | undefined): row is LabReceiveWorkRow & { labReceiveTime: string } =>
  row !== undefined && row.labReceiveTime !== null && row.labStatus >= labStatus.received && row.labStatus < labStatus.terminated;

/**
 * What a scan of this code says where the tube was received before: by this desk, or as the kept list (asked for at
 * `listAt`) has it. A receipt the server has may have been taken back since, here or elsewhere: it is asked, and memory
 * answers alone where it cannot be. null: nothing is known that speaks against receiving it.
 */
export async function receiptKnown(code: string, listed: LabReceiveWorkRow | undefined, listAt: number | null): Promise<ActVerdict | null> {
  const acts = await readOperations({ types: ['labTask.receive'], lane: `tube:${code}`, since: new Date().setHours(0, 0, 0, 0) });
  const own = acts.findLast((operation) => goesBefore(operation, listAt));
  const remembered = own
    ? `${formatDateTime(own.createdAt).slice(11, 16)} ${own.authorName}`
    : isReceived(listed)
      ? `${listed.labReceiveTime.slice(5, 16)} ${listed.receivedBy ?? ''}`
      : null;
  if (remembered === null) return null;
  const repeat: ActVerdict = { kind: 'repeat', word, detail: remembered };
  // The server does not know yet what this desk still carries.
  if (own && own.state !== 'acked') return repeat;
  const said = await call<ReceiveCheck>('POST', servicePath('lab', 'lab-task/receive-check'), {
    body: { code },
    quiet: true,
    signal: AbortSignal.timeout(askMs),
  }).catch(() => null);
  if (!said) return repeat;
  if (said.verdict === 'ready') return null;
  if (said.verdict === 'repeat') return { kind: 'repeat', word, detail: `${said.labReceiveTime?.slice(5, 16) ?? ''} ${said.receivedBy ?? ''}` };
  return { kind: 'refused', word: ['拒绝', 'Refused'], detail: said.refusal?.text ?? '' };
}

/** True where a list asked for after the receipt has the tube waiting again. */
export function isTakenBack(operation: OutboxOperation, byCode: ReadonlyMap<string, LabReceiveWorkRow>, listAt: number | null): boolean {
  const done = operation.state === 'acked' && !goesBefore(operation, listAt);
  return done && byCode.get(operation.subject)?.labStatus === labStatus.entered;
}
