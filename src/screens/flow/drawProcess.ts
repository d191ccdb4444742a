import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer';
import 'bpmn-js/dist/assets/diagram-js.css';
import 'bpmn-js/dist/assets/bpmn-js.css';
import type { FlowView } from '#domain/flow/flowRows.ts';
import { flowName } from '#domain/flow/shippedNames.ts';
import type { Language } from '#domain/kernel/label.ts';
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
export async function drawProcess(container: HTMLElement, { xml, flow }: FlowView, language: Language): Promise<Diagram> {
  // Attributes of the drawing take no variables; one that is not set leaves the library's own black on white.
  const theme = getComputedStyle(container);
  const colour = (name: string): string => theme.getPropertyValue(`--ui-colors-${name}`).trim();
  const viewer = new NavigatedViewer({
    container,
    bpmnRenderer: {
      defaultFillColor: colour('bg-panel'),
      defaultStrokeColor: colour('fg'),
      defaultLabelColor: colour('fg'),
    },
  });
  try {
    await viewer.importXML(xml.replaceAll(/ name="([^"]*)"/g, (_whole, name: string) => ` name="${flowName(name, language)}"`));
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
