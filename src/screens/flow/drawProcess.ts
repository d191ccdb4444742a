import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer';
import 'bpmn-js/dist/assets/diagram-js.css';
import 'bpmn-js/dist/assets/bpmn-js.css';
import type { FlowView } from '#domain/flow/flowRows.ts';
import { markers } from './markers.ts';

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
  const viewer = new NavigatedViewer({
    container,
    bpmnRenderer: {
      defaultFillColor: 'var(--ui-colors-bg-panel)',
      defaultStrokeColor: 'var(--ui-colors-fg)',
      defaultLabelColor: 'var(--ui-colors-fg)',
    },
  });
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
