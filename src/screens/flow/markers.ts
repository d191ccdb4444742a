import type { FlowView } from '#domain/flow/flowRows.ts';

/** The class of an element by what happened to it: waiting primary, done success, arrows taken warning (docs/wire.md#flow). */
export function markers(flow: FlowView['flow']): ReadonlyMap<string, string> {
  const marks = new Map<string, string>();
  // In their order: an element that was come back to shows how it stands now.
  for (const { historyActivityId, historyActivityType, endTime } of flow) {
    if (historyActivityType.startsWith('candidate')) continue;
    marks.set(historyActivityId, historyActivityType === 'sequenceFlow' ? 'flow-taken' : endTime ? 'flow-done' : 'flow-waiting');
  }
  return marks;
}
