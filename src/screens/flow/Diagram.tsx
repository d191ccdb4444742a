import { chakra } from '@chakra-ui/react';
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { FlowView } from '#domain/flow/flowRows.ts';
import { currentLook, onLookChange } from '#src/console/preferences.ts';
import { useText } from '#src/console/useText.ts';
import { IconButton } from '#src/ui/IconButton.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import type { Diagram as Drawn } from './drawProcess.ts';

const mark = (name: string, colour: string): Record<string, object> => ({
  [`& .${name}:not(.djs-connection) .djs-visual > :is(rect, circle, polygon)`]: {
    stroke: `${colour} !important`,
    fill: `color-mix(in srgb, ${colour} 14%, var(--ui-colors-bg-panel)) !important`,
  },
  [`& .${name}.djs-connection .djs-visual > path`]: { stroke: `${colour} !important`, strokeWidth: '3px !important' },
});

/** In the theme's colours, the drawing's own lines too (drawProcess). The watermark of bpmn.io stays (its licence). */
const Paper = chakra('div', {
  base: {
    position: 'relative',
    bg: 'bg.panel',
    border: 'hairline',
    borderRadius: 'md',
    h: 'full',
    minH: '240px',
    overflow: 'hidden',
    ...mark('flow-waiting', 'var(--ui-colors-accent-text)'),
    ...mark('flow-done', 'var(--ui-colors-success-text)'),
    ...mark('flow-taken', 'var(--ui-colors-warning-text)'),
  },
});

/** A process drawn by bpmn-js, which comes as a chunk of its own; what has happened is coloured. */
export function Diagram({ view, hasLegend = true }: { readonly view: FlowView; readonly hasLegend?: boolean }) {
  const { label, language } = useText();
  // Lines and letters carry the theme's colours by value: another theme is another drawing.
  const look = useSyncExternalStore(onLookChange, currentLook);
  const paper = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isOver = false;
    const host = paper.current;
    if (!host) return;
    setFault(null);
    void import('./drawProcess.ts')
      .then(({ drawProcess }) => (isOver ? null : drawProcess(host, view, language)))
      .then((diagram) => {
        if (isOver) diagram?.destroy();
        else drawn.current = diagram;
      })
      .catch((error: unknown) => {
        if (!isOver) setFault(error instanceof Error ? error.message : String(error));
      });
    return () => {
      isOver = true;
      drawn.current?.destroy();
      drawn.current = null;
    };
  }, [view, attempt, language, look]);
  const states = view.flow.length > 0 && hasLegend;
  return (
    <chakra.div display="flex" flexDirection="column" gap={2} h="full" minH={0}>
      <chakra.div display="flex" alignItems="center" gap={2} flexWrap="wrap">
        {states ? (
          <>
            <Tag tone="accent">{label(['待办理', 'Waiting'])}</Tag>
            <Tag tone="success">{label(['已完成', 'Done'])}</Tag>
            <Tag tone="warning">{label(['已走过的路径', 'Way taken'])}</Tag>
          </>
        ) : null}
        <chakra.span ml="auto" display="flex" gap={1}>
          <IconButton size="sm" icon={ZoomOut} label={label(['缩小', 'Zoom out'])} onClick={() => drawn.current?.zoom('out')} />
          <IconButton size="sm" icon={ZoomIn} label={label(['放大', 'Zoom in'])} onClick={() => drawn.current?.zoom('in')} />
          <IconButton size="sm" icon={Maximize} label={label(['适应窗口', 'Fit'])} onClick={() => drawn.current?.zoom('fit')} />
        </chakra.span>
      </chakra.div>
      {fault === null ? null : (
        <StateView
          state="failed"
          failure={{ message: label(['流程图无法显示: {why}', 'The diagram cannot be shown: {why}'], { why: fault }) }}
          onRetry={() => setAttempt(attempt + 1)}
        />
      )}
      <Paper ref={paper} hidden={fault !== null} role="img" aria-label={label(['流程图', 'Flow chart'])} flex={1} />
    </chakra.div>
  );
}
