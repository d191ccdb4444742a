import { chakra } from '@chakra-ui/react';
import { FileSpreadsheet, ImageDown } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import { writeXlsxRows } from '#domain/sheet/writeSheet.ts';
import { saveBlob } from '#src/api/saveBlob.ts';
import { useText } from '#src/console/useText.ts';
import { IconButton } from '#src/ui/IconButton.tsx';
import { notify } from '#src/ui/notify.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { chartRows } from './chartRows.ts';
import type { ChartProps } from './chartProps.ts';
import { pictureOf } from './pictureOf.ts';

// The drawing of charts is large: it comes with the first chart.
const FigureChart = lazy(() => import('./FigureChart.tsx').then((made) => ({ default: made.FigureChart })));
const HeatMap = lazy(() => import('./HeatMap.tsx').then((made) => ({ default: made.HeatMap })));
const ScatterPlot = lazy(() => import('./ScatterPlot.tsx').then((made) => ({ default: made.ScatterPlot })));

/** A chart with what may be done with it: kept as a picture, or as the figures it shows. */
export function ChartPart(props: ChartProps) {
  const { label } = useText();
  const frame = useRef<HTMLDivElement>(null);
  const savePicture = async (): Promise<void> => {
    const drawn = frame.current?.querySelector('svg');
    if (!drawn) return;
    try {
      saveBlob(await pictureOf(drawn), `${props.label}.png`);
    } catch {
      notify.error(['图片未能生成', 'The picture could not be made']);
    }
  };
  const saveFigures = (): void => {
    const file = writeXlsxRows(props.label.slice(0, 31), chartRows(props));
    saveBlob(new Blob([file as BlobPart], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }), `${props.label}.xlsx`);
  };
  return (
    <chakra.div position="relative" minW={0}>
      <chakra.div position="absolute" top="-4px" right={0} zIndex={1} display="flex">
        <IconButton size="sm" icon={ImageDown} label={label(['保存为图片', 'Save as a picture'])} onClick={() => void savePicture()} />
        <IconButton size="sm" icon={FileSpreadsheet} label={label(['导出图表数据', 'Export the figures'])} onClick={saveFigures} />
      </chakra.div>
      <div ref={frame} data-drawn>
        <Suspense fallback={<StateView state="loading" />}>
          {!('kind' in props) ? <FigureChart {...props} /> : props.kind === 'heat' ? <HeatMap {...props} /> : <ScatterPlot {...props} />}
        </Suspense>
      </div>
    </chakra.div>
  );
}
