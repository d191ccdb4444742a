import { chakra } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { niptResamples, opensPoint, resampleState, type NiptResampleRow } from '#domain/lab/listings/niptResample.ts';
import { processKind } from '#domain/lab/process/processChoices.ts';
import { formatGestation } from '#domain/sample/rules/gestation.ts';
import { ChartPart } from '#src/console/charts/ChartPart.tsx';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { useCountedList } from '#src/resource/useCountedList.ts';
import type { Cells } from '#src/resource/listingColumns.ts';
import { StateView } from '#src/ui/StateView.tsx';
import type { RowAct } from '#src/ui/table/column.ts';
import { useRecordActs, type ActedRecord } from '../process/useRecordActs.tsx';
import { CustodyDrawer } from './CustodyDrawer.tsx';
import { ChartToggle } from '#src/console/charts/ChartToggle.tsx';
import { taskCells } from './taskCells.tsx';

const { detectionResult: _result, panelNames: _panels, ...codes } = taskCells;
const cells: Cells<NiptResampleRow> = { ...codes, gestation: { width: 92, least: 76 }, bmi: { width: 72, least: 60 }, ff: { width: 92, least: 76 } };
/** Below it a result says nothing (docs/lab.md#judging). */
const leastFraction = 4;
const looks = {
  [resampleState.open]: { tone: 'warning', symbol: 'triangle' },
  [resampleState.arrived]: { tone: 'success', symbol: 'circle' },
  [resampleState.takenBack]: { tone: 'muted', symbol: 'rect' },
} as const;

const recordOf = ({ state, ...row }: NiptResampleRow): ActedRecord => ({
  ...row,
  kind: processKind.resample,
  recordState: state,
  promisedTime: null,
});

/** Calls for new tubes of NIPT, with gestational age, BMI and fetal fraction; each is followed up and given its new tube, a row opens its tube's line. */
export function Screen() {
  const [opened, setOpened] = useState<NiptResampleRow | null>(null);
  const [isDrawn, setDrawn] = useState(true);
  const { acts, shown } = useRecordActs(processKind.resample);
  // What a call says is mended at the desk that makes it.
  const rowActs = useMemo(
    () =>
      acts
        .filter(({ key }) => key !== 'update')
        .map(({ key, label, icon, mayAct, onAct }): RowAct<NiptResampleRow> => ({
          key,
          label,
          ...(icon ? { icon } : {}),
          ...(mayAct ? { mayAct: (row: NiptResampleRow) => mayAct(recordOf(row)) } : {}),
          onAct: (row) => onAct(recordOf(row)),
        })),
    [acts],
  );
  return (
    <>
      <ListingScreen
        list={niptResamples}
        cells={cells}
        acts={rowActs}
        tools={() => <ChartToggle isDrawn={isDrawn} onChange={setDrawn} />}
        above={({ query }) => (isDrawn ? <FractionChart query={query} /> : null)}
        onOpen={setOpened}
        emptyText={['没有 NIPT 重采', 'No NIPT resample']}
      />
      {opened ? <CustodyDrawer task={{ ...opened, panelNames: '' }} onClose={() => setOpened(null)} /> : null}
      {shown}
    </>
  );
}

// A point stands there whoever was searched for.
const unfiltered = {};
function FractionChart({ query }: { readonly query: Readonly<Record<string, string | number>> }) {
  const { label } = useText();
  const { data, failure, retry, isStale } = useAsked('GET search/non-invasive-chart', query);
  const { openCounted, opened } = useCountedList(unfiltered);
  const props = useMemo(
    () => ({
      kind: 'scatter' as const,
      label: label(['FF × 孕周', 'Fetal fraction by gestational age']),
      x: { name: label(['采血孕周', 'Gestational age']), text: (days: number) => formatGestation(Math.round(days)) },
      y: { name: label(['胎儿浓度(%)', 'Fetal fraction (%)']) },
      groups: resampleState.options.flatMap(({ code, label: name }) => {
        const points = (data?.points ?? [])
          .filter(({ state }) => state === code)
          .map(({ recordId, labCode, gaDays, ff }) => ({ recordId, name: labCode, x: gaDays, y: ff }));
        return points.length === 0 ? [] : [{ name: label(name), points, ...looks[code as keyof typeof looks] }];
      }),
      limit: { y: leastFraction, name: label(['下限 {value}%', 'Limit {value}%'], { value: leastFraction }) },
    }),
    [data, label],
  );
  return (
    <chakra.section aria-busy={isStale || undefined} bg="bg.panel" border="hairline" borderRadius="md" p={2} flexShrink={0} data-chart>
      {failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : null}
      {!data && !failure ? <StateView state="loading" /> : null}
      {data && data.points.length === 0 ? <StateView state="empty" text={['没有同时有孕周和胎儿浓度的记录', 'No record has both figures']} /> : null}
      {data && data.points.length > 0 ? (
        <ChartPart
          {...props}
          onOpen={(group, place) => {
            const point = props.groups[group]?.points[place];
            if (point) openCounted(opensPoint, 'count', { recordId: point.recordId, count: 1 }, point.name);
          }}
        />
      ) : null}
      {opened}
      {data ? (
        <chakra.p textStyle="dense" color="fg.muted">
          {data.lackingCount > 0
            ? label(['{count} 条缺孕周或胎儿浓度,不在图上', '{count} without age or fraction are not drawn'], { count: data.lackingCount })
            : null}
          {data.pointCount > data.points.length
            ? label([' 只画最近 {shown} 条,共 {total} 条', ' The newest {shown} of {total} are drawn'], {
                shown: data.points.length,
                total: data.pointCount,
              })
            : null}
        </chakra.p>
      ) : null}
    </chakra.section>
  );
}
