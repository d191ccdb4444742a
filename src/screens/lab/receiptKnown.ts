import type { ReceiveChange } from '#domain/lab/labReceive.ts';
import type { LabReceiveWorkRow } from '#domain/sample/rows.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import type { ActVerdict } from '#src/console/desk/actVerdict.ts';
import type { OutboxOperation } from '#src/offline/store/operation.ts';
import { goesBefore } from '#src/offline/store/standing.ts';

/** A repeat scan says when the tube was received, and by whom. */
export const repeatVerdict = ({ labReceiveTime, receivedBy }: ReceiveChange): ActVerdict => ({
  kind: 'repeat',
  word: ['重复', 'Repeat'],
  detail: `${labReceiveTime.slice(5, 16)} ${receivedBy ?? ''}`,
});

/** True where a list asked for after the receipt has the tube waiting again. */
export function isTakenBack(operation: OutboxOperation, byCode: ReadonlyMap<string, LabReceiveWorkRow>, listAt: number | null): boolean {
  const done = operation.state === 'acked' && !goesBefore(operation, listAt);
  return done && byCode.get(operation.subject)?.labStatus === labStatus.entered;
}
