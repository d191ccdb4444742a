import type { OutboxOperation } from './operation.ts';

const gone: readonly OutboxOperation['state'][] = ['discarded', 'superseded', 'rejected', 'conflict'];

/** True where an act of this desk was done, or is on its way: neither given up nor refused. */
export const counts = ({ state }: Pick<OutboxOperation, 'state'>): boolean => !gone.includes(state);

/**
 * True while this desk's own word about an act goes before the server's list, asked for at `listAt` (desk clock, ms; null:
 * never). A list asked for after the act's receipt tells what has become of it: a receipt may have been taken back, a
 * handover removed, an entry withdrawn, here or elsewhere.
 */
export function goesBefore(operation: Pick<OutboxOperation, 'state' | 'resolvedAt'>, listAt: number | null): boolean {
  return counts(operation) && !(operation.state === 'acked' && listAt !== null && (operation.resolvedAt ?? 0) < listAt);
}
