import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Field } from '#domain/kernel/fields.ts';
import { entryState } from '#domain/sample/entryState.ts';
import type { SummaryRow } from '#domain/sample/rows.ts';
import { requisitionFields } from '#domain/sample/rules/summaryFields.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { useCall } from '#src/console/desk/useCall.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { refreshWorklist } from '#src/offline/worklists.ts';
import { actTimeText } from '#src/ui/ActTime.tsx';
import { Button } from '#src/ui/Button.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { StatusWord, Tag } from '#src/ui/Tag.tsx';
import { ActDrawer } from './ActDrawers.tsx';
import { RejectionPictures } from './images/RejectionPictures.tsx';
import { shownValue } from './shownValue.ts';
import { mayDo, rowActs, type RowActKind } from './rowActs.ts';

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(240px, 1fr))',
    columnGap: 4,
    rowGap: 1,
    textStyle: 'dense',
    '& > div': { display: 'flex', gap: 2, minW: 0 },
    '& dt': { color: 'fg.muted', flexShrink: 0 },
    '& dd': { overflowWrap: 'anywhere' },
  },
});
/** Told by name above, or no value of a person's. */
const toldElsewhere = new Set(['requisitionCode', 'contractLaboratoryId', 'sendSampleClientId', 'commodityIds', 'requisitionImages', 'receiveTime']);
const kinds: readonly RowActKind[] = ['correct', 'amend', 'withdraw', 'reject'];

export interface RequisitionDrawerProps {
  readonly requisitionCode: string;
  /** An act to begin with. */
  readonly start?: RowActKind | undefined;
  readonly onClose: () => void;
  /** Rejecting has a panel of its own. */
  readonly onReject?: ((requisitionCode: string) => void) | undefined;
}

/** One requisition as reception took it in, and the acts that mend it, each with its reason. */
export function RequisitionDrawer({ requisitionCode, start, onClose, onReject }: RequisitionDrawerProps) {
  const { label, language } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const [kind, setKind] = useState<RowActKind | null>(start ?? null);
  const { data, failure, retry } = useCall<SummaryRow | null>('sample', 'enter-info/get-summary-info', { requisitionCode });
  const row = data?.requisitionCode === requisitionCode ? data : null;
  const renew = (): void => {
    void queries.invalidateQueries({ queryKey: ['call', 'sample'] });
    // What waits on this desk follows at once; a failure leaves it for the next minute.
    for (const name of ['entry1', 'entry2', 'handover'])
      if (can(name === 'handover' ? 'handover_save' : 'detail_enter')) void refreshWorklist(name).catch(() => undefined);
  };
  const close = (): void => (start ? onClose() : setKind(null));
  if (row && kind && kind !== 'reject') return <ActDrawer kind={kind} row={row} onClose={close} onDone={renew} />;
  const fields: [string, Field][] = Object.entries(requisitionFields);
  const facts = row ? fields.filter(([name]) => !toldElsewhere.has(name) && row.values[name] !== null && row.values[name] !== undefined) : [];
  return (
    <SideDrawer
      title={label(['申请单 {code}', 'Requisition {code}'], { code: requisitionCode })}
      onClose={onClose}
      footer={
        row
          ? kinds
              .filter((each) => can(rowActs[each].command.permission) && (each !== 'reject' || onReject))
              .map((each) => {
                const may = mayDo(each, row);
                return (
                  <Button
                    key={each}
                    variant={each === 'reject' || each === 'withdraw' ? 'danger' : 'secondary'}
                    disabled={may !== true}
                    title={may === true ? undefined : label(may)}
                    onClick={() => (each === 'reject' ? onReject?.(requisitionCode) : setKind(each))}
                  >
                    {label(rowActs[each].label)}
                  </Button>
                );
              })
          : undefined
      }
    >
      {failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : null}
      {data === undefined && !failure ? <StateView state="loading" /> : null}
      {data === null ? <StateView state="empty" text={['服务器上没有此申请单', 'The server has no such requisition']} /> : null}
      {row ? (
        <chakra.div display="flex" flexDirection="column" gap={3}>
          <chakra.div display="flex" flexWrap="wrap" gap={2}>
            <Tag tone="accent">{row.commodityNames}</Tag>
            <Tag tone="neutral">{row.sendSampleClientName ?? '—'}</Tag>
            <Tag tone="neutral">{row.contractLaboratoryName ?? '—'}</Tag>
            <Tag tone="info">{label(entryState.labelOf(row.entryState) ?? ['', ''])}</Tag>
          </chakra.div>
          <chakra.p textStyle="dense" color="fg.muted">
            {label(['{by} 于 {at} 接样', 'Taken in by {by} at {at}'], {
              by: row.entryPersonName,
              at: actTimeText({ at: row.receiveTime, serverTime: row.receiveServerTime }, language),
            })}
            {row.firstBy ? ` · ${label(['一录 {name}', 'First entry {name}'], { name: row.firstBy })}` : ''}
            {row.secondBy ? ` · ${label(['二录 {name}', 'Second entry {name}'], { name: row.secondBy })}` : ''}
          </chakra.p>
          <Facts>
            {facts.map(([name, field]) => (
              <div key={name}>
                <dt>{label(field.label)}</dt>
                <dd>{shownValue(field, row.values[name], language)}</dd>
              </div>
            ))}
          </Facts>
          <chakra.ul display="flex" flexDirection="column" gap={1} aria-label={label(['样本', 'Tubes'])}>
            {row.tubes.map((tube) => (
              <chakra.li key={tube.sampleId} display="flex" flexWrap="wrap" gap={3} textStyle="dense" borderTop="hairline" pt={1}>
                <chakra.span textStyle="mono">{tube.sampleCode}</chakra.span>
                <span>{tube.testTubeNumber ?? ''}</span>
                <span>{tube.sampleClassName ?? ''}</span>
                <StatusWord tone={tube.labStatus === labStatus.rejected ? 'danger' : 'info'}>
                  {label(labStatus.labelOf(tube.labStatus) ?? ['', ''])}
                </StatusWord>
                <chakra.span color="danger.text">{tube.rejectReason ?? ''}</chakra.span>
              </chakra.li>
            ))}
          </chakra.ul>
          {can('requisitionImage_view') && row.tubes.some((tube) => tube.labStatus === labStatus.rejected) ? (
            <RejectionPictures requisitionCode={requisitionCode} />
          ) : null}
        </chakra.div>
      ) : null}
    </SideDrawer>
  );
}
