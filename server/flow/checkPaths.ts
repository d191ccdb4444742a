import type { ModdleElement } from 'bpmn-moddle';
import { modelFault } from './modelFault.ts';

const isFlow = ({ $type }: ModdleElement): boolean => $type === 'bpmn:SequenceFlow';
const shown = (node: ModdleElement): string => `“${node.name?.trim() || node.id}”`;

/** That a run comes from its one start to an end, and never turns in a circle without waiting for somebody. */
export function checkPaths(elements: readonly ModdleElement[]): void {
  const nodes = elements.filter((element) => element.$type.startsWith('bpmn:') && !isFlow(element));
  const next = new Map<string, string[]>(nodes.map(({ id }) => [id ?? '', []]));
  for (const flow of elements.filter(isFlow)) {
    const source = (flow.sourceRef as ModdleElement | undefined)?.id ?? '';
    const target = (flow.targetRef as ModdleElement | undefined)?.id ?? '';
    if (!next.has(source) || !next.has(target))
      throw modelFault('连线 “{id}” 没有连上两端', 'The flow “{id}” does not join two nodes', { id: flow.id ?? '' });
    next.get(source)?.push(target);
  }
  const starts = nodes.filter(({ $type }) => $type === 'bpmn:StartEvent');
  if (starts.length !== 1) throw modelFault('流程须有且仅有一个开始事件', 'A process must have exactly one start event');
  const start = starts[0]?.id ?? '';
  const reached = new Set<string>([start]);
  for (const id of reached) for (const target of next.get(id) ?? []) reached.add(target);
  for (const node of nodes) {
    const id = node.id ?? '';
    if (!reached.has(id)) throw modelFault('节点 {node} 无法到达', 'The node {node} cannot be reached', { node: shown(node) });
    if (node.$type !== 'bpmn:EndEvent' && next.get(id)?.length === 0)
      throw modelFault('节点 {node} 没有后续', 'Nothing follows the node {node}', { node: shown(node) });
  }
  if (!nodes.some(({ $type }) => $type === 'bpmn:EndEvent')) throw modelFault('流程没有结束事件', 'The process has no end event');
  const turning = circleWithoutTask(nodes, next);
  if (turning) throw modelFault('节点 {node} 处有不经用户任务的循环', 'There is a circle without a user task at {node}', { node: shown(turning) });
}

/** A node on a circle that no user task stands in; null where there is none. */
function circleWithoutTask(nodes: readonly ModdleElement[], next: ReadonlyMap<string, readonly string[]>): ModdleElement | null {
  const passing = new Set(nodes.filter(({ $type }) => $type !== 'bpmn:UserTask').map(({ id }) => id ?? ''));
  // What nothing passing leads to cannot stand in a circle: taken away until none is left, the rest is circles.
  for (let isSmaller = true; isSmaller;) {
    isSmaller = false;
    for (const id of passing)
      if (!(next.get(id) ?? []).some((target) => passing.has(target))) {
        passing.delete(id);
        isSmaller = true;
      }
  }
  return nodes.find(({ id }) => passing.has(id ?? '')) ?? null;
}
