import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer';
import 'bpmn-js/dist/assets/diagram-js.css';
import 'bpmn-js/dist/assets/bpmn-js.css';
import type { FlowView } from '#domain/flow/flowRows.ts';

/** The class of an element by what happened to it: waiting primary, done success, arrows taken warning (wire 5). */
export function markers(flow: FlowView['flow']): ReadonlyMap<string, string> {
  const marks = new Map<string, string>();
  // In their order: an element that was come back to shows how it stands now.
  for (const { historyActivityId, historyActivityType, endTime } of flow) {
    if (historyActivityType.startsWith('candidate')) continue;
    marks.set(historyActivityId, historyActivityType === 'sequenceFlow' ? 'flow-taken' : endTime ? 'flow-done' : 'flow-waiting');
  }
  return marks;
}

export interface Diagram {
  readonly zoom: (step: 'in' | 'out' | 'fit') => void;
  readonly destroy: () => void;
}
interface Canvas {
  readonly zoom: (level?: number | 'fit-viewport', center?: 'auto') => number;
  readonly addMarker: (id: string, name: string) => void;
}

/** Draws a process; read only, moved and zoomed by mouse, wheel and keys. Rejects where the XML cannot be shown. */
export async function drawProcess(container: HTMLElement, { xml, flow }: FlowView): Promise<Diagram> {
  const viewer = new NavigatedViewer({ container });
  try {
    await viewer.importXML(xml);
  } catch (error) {
    viewer.destroy();
    throw error;
  }
  const canvas = viewer.get<Canvas>('canvas');
  const elements = viewer.get<{ readonly get: (id: string) => unknown }>('elementRegistry');
  for (const [id, marker] of markers(flow)) if (elements.get(id)) canvas.addMarker(id, marker);
  canvas.zoom('fit-viewport', 'auto');
  return {
    zoom: (step) => void (step === 'fit' ? canvas.zoom('fit-viewport', 'auto') : canvas.zoom(canvas.zoom() * (step === 'in' ? 1.2 : 1 / 1.2))),
    destroy: () => viewer.destroy(),
  };
}
