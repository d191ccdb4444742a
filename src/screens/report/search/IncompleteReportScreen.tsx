import { chakra } from '@chakra-ui/react';
import { useSearchParams } from 'react-router-dom';
import { incompleteReason } from '#domain/report/rules/incompleteReason.ts';
import { incompleteReports, type IncompleteRow } from '#domain/report/search/incompleteReports.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { Button } from '#src/ui/Button.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { StatusWord, Tag, type Tone } from '#src/ui/Tag.tsx';

/** What a person has to mend; all else is on its way. */
const tones: Readonly<Partial<Record<number, Tone>>> = {
  [incompleteReason.delayed]: 'warning',
  [incompleteReason.resampling]: 'warning',
  [incompleteReason.noConfig]: 'danger',
  [incompleteReason.failed]: 'danger',
  [incompleteReason.correcting]: 'warning',
};
function Reason({ reason }: { readonly reason: number }) {
  const { label } = useText();
  return <StatusWord tone={tones[reason] ?? 'info'}>{label(incompleteReason.labelOf(reason) ?? ['', ''])}</StatusWord>;
}
function Urgent({ isUrgent }: Pick<IncompleteRow, 'isUrgent'>) {
  const { label } = useText();
  return isUrgent === 1 ? <Tag tone="danger">{label(['加急', 'Urgent'])}</Tag> : null;
}
function Due({ dueTime, isOverdue }: Pick<IncompleteRow, 'dueTime' | 'isOverdue'>) {
  return dueTime ? <chakra.span color={isOverdue === 1 ? 'danger.text' : undefined}>{dueTime.slice(0, 16)}</chakra.span> : null;
}
const cells: Cells<IncompleteRow> = {
  isUrgent: { width: 72, least: 60, cell: (row) => <Urgent {...row} /> },
  dueTime: { width: 140, least: 124, cell: (row) => <Due {...row} /> },
  age: { width: 140, least: 120, align: 'end' },
  incompleteReason: { width: 190, least: 120, cell: (row) => <Reason reason={row.incompleteReason} /> },
  incompleteOwner: { width: 120, least: 80 },
  labCode: { width: 200, least: 190, isMono: true },
  sampleCode: { width: 116, least: 104, isMono: true },
  personName: { width: 90, least: 76 },
};

/** 未完成报告: what is not out, for how long, why, and whose turn it is; a reason's count lists it. */
export function Screen() {
  return (
    <ListingScreen
      list={incompleteReports}
      cells={cells}
      emptyText={['全部报告已发出', 'Every report is out']}
      above={({ query }) => <Counts query={query} />}
    />
  );
}

function Counts({ query }: { readonly query: Readonly<Record<string, string | number>> }) {
  const { label } = useText();
  const [params, setParams] = useSearchParams();
  const { incompleteReason: _shown, ...others } = query;
  const { data, failure, retry, isStale } = useAsked('GET search/incompleteReport/counts', others);
  const chosen = params.get('incompleteReason');
  const choose = (reason: string): void => {
    const next = new URLSearchParams(params);
    next.delete('page');
    if (reason === chosen) next.delete('incompleteReason');
    else next.set('incompleteReason', reason);
    setParams(next);
  };
  if (failure) return <StateView state="failed" failure={failure} onRetry={retry} />;
  return (
    <chakra.div
      role="group"
      aria-label={label(['各原因', 'By reason'])}
      aria-busy={isStale || undefined}
      display="flex"
      flexWrap="wrap"
      gap={1}
      minH="28px"
      flexShrink={0}
    >
      {data?.map(({ incompleteReason: reason, count, overdueCount }) => (
        <Button
          key={reason}
          size="sm"
          variant={String(reason) === chosen ? 'primary' : 'secondary'}
          aria-pressed={String(reason) === chosen}
          onClick={() => choose(String(reason))}
        >
          {label(incompleteReason.labelOf(reason) ?? ['', ''])} {count}
          {overdueCount > 0 ? ` · ${label(['超期 {count}', '{count} overdue'], { count: overdueCount })}` : ''}
        </Button>
      ))}
    </chakra.div>
  );
}
