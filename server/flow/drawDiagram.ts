import BpmnModdle, { type ModdleElement } from 'bpmn-moddle';
import type { FlowView } from '#domain/flow/flowRows.ts';

/** Colours of the family: waiting, done, taken, not reached (docs/wire.md#flow). */
const colours = { waiting: '#409EFF', done: '#67C23A', taken: '#E6A23C', none: '#606266' } as const;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
const listOf = (element: ModdleElement | undefined, name: string): ModdleElement[] =>
  Array.isArray(element?.[name]) ? (element[name] as ModdleElement[]) : [];
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const number = (value: unknown): number => (Number.isFinite(Number(value)) ? Math.round(Number(value) * 10) / 10 : 0);
const boxOf = (bounds: unknown): Box => {
  const { x, y, width, height } = (bounds ?? {}) as Record<string, unknown>;
  return { x: number(x), y: number(y), width: number(width), height: number(height) };
};

/** A process as an SVG picture; what happened is coloured. The XML has passed `readModel`. */
export async function drawDiagram(xml: string, flow: FlowView['flow']): Promise<string> {
  const { rootElement } = await new BpmnModdle().fromXML(xml);
  const colourOf = new Map<string, string>();
  for (const { historyActivityId, historyActivityType, endTime } of flow)
    colourOf.set(historyActivityId, historyActivityType === 'sequenceFlow' ? colours.taken : endTime ? colours.done : colours.waiting);
  const parts = listOf(rootElement, 'diagrams').flatMap((diagram) => listOf(diagram.plane as ModdleElement | undefined, 'planeElement'));
  const drawn = parts.map((part) => {
    const element = part.bpmnElement as ModdleElement | undefined;
    const colour = colourOf.get(element?.id ?? '') ?? colours.none;
    const label = (part.label as ModdleElement | undefined)?.bounds;
    return part.$type === 'bpmndi:BPMNEdge'
      ? { edge: edge(listOf(part, 'waypoint').map(boxOf), colour, element?.name ?? '', label ? boxOf(label) : undefined), box: null }
      : { edge: '', shape: shape(boxOf(part.bounds), element?.$type ?? '', colour, element?.name ?? ''), box: boxOf(part.bounds) };
  });
  const corners = parts.flatMap((part) =>
    part.$type === 'bpmndi:BPMNEdge'
      ? listOf(part, 'waypoint').map(boxOf)
      : [
          boxOf(part.bounds),
          { ...boxOf(part.bounds), x: boxOf(part.bounds).x + boxOf(part.bounds).width, y: boxOf(part.bounds).y + boxOf(part.bounds).height },
        ],
  );
  const [left, top] = [Math.min(...corners.map(({ x }) => x)) - 20, Math.min(...corners.map(({ y }) => y)) - 20];
  const [width, height] = [Math.max(...corners.map(({ x }) => x)) - left + 30, Math.max(...corners.map(({ y }) => y)) - top + 40];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="12">
<defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 10 5 0 10z" fill="context-stroke"/></marker></defs>
<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="#fff"/>
${drawn.map((part) => part.edge).join('\n')}
${drawn.map((part) => part.shape ?? '').join('\n')}
</svg>`;
}

function edge(points: readonly Box[], colour: string, name: string, label: Box | undefined): string {
  const line = `<polyline points="${points.map(({ x, y }) => `${x},${y}`).join(' ')}" fill="none" stroke="${colour}" stroke-width="2" marker-end="url(#head)"/>`;
  if (name === '') return line;
  const at = label ?? points[Math.floor(points.length / 2)] ?? { x: 0, y: 0 };
  return `${line}<text x="${at.x}" y="${at.y + 11}" fill="${colour}">${escaped(name)}</text>`;
}

function shape({ x, y, width, height }: Box, type: string, colour: string, name: string): string {
  const [middleX, middleY] = [x + width / 2, y + height / 2];
  const style = `fill="#fff" stroke="${colour}" stroke-width="${type === 'bpmn:EndEvent' ? 4 : 2}"`;
  const below = (text: string): string =>
    text === '' ? '' : `<text x="${middleX}" y="${y + height + 16}" text-anchor="middle" fill="${colour}">${escaped(text)}</text>`;
  if (type.endsWith('Event')) return `<circle cx="${middleX}" cy="${middleY}" r="${width / 2}" ${style}/>${below(name)}`;
  if (type.endsWith('Gateway')) {
    const sign = type === 'bpmn:ParallelGateway' ? '+' : type === 'bpmn:InclusiveGateway' ? '○' : '×';
    return `<polygon points="${middleX},${y} ${x + width},${middleY} ${middleX},${y + height} ${x},${middleY}" ${style}/><text x="${middleX}" y="${middleY + 7}" font-size="20" text-anchor="middle" fill="${colour}">${sign}</text>${below(name)}`;
  }
  const text = `<text x="${middleX}" y="${middleY + 4}" text-anchor="middle" fill="${colour}">${escaped(name)}</text>`;
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" ${style}/>${text}`;
}
