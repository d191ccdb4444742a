import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { Field } from '#domain/kernel/fields.ts';
import { choices } from '#domain/kernel/choices.ts';
import { amendItems } from '#domain/sample/amendItems.ts';
import { removeDetail } from '#domain/sample/detailRemove.ts';
import { entryState } from '#domain/sample/entryState.ts';
import { requisitionFields } from '#domain/sample/rules/summaryFields.ts';
import type { SummaryRow } from '#domain/sample/rows.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { rejectSummary } from '#domain/sample/summaryReject.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { actTimeText } from '#src/ui/ActTime.tsx';
import { Button } from '#src/ui/Button.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { StatusWord, Tag } from '#src/ui/Tag.tsx';
import { CorrectDrawer } from './CorrectDrawer.tsx';
import { RejectionPictures } from './images/RejectionPictures.tsx';
import { shownValue } from '#src/console/sample/shownValue.ts';
import { mayDo, rowActs, type RowActKind } from './rowActs.ts';
import { useRenewRequisitions } from './useRenewRequisitions.ts';

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
}

/** One requisition as reception took it in, and the acts that mend it, each with its reason. */
export function RequisitionDrawer({ requisitionCode, start, onClose }: RequisitionDrawerProps) {
  const { label, language } = useText();
  const { can } = useSession();
  const [kind, setKind] = useState<RowActKind | null>(start ?? null);
  const { data, failure, retry } = useAsked('GET sample/enter-info/get-summary-info', { requisitionCode });
  const row = data?.requisitionCode === requisitionCode ? data : null;
  const renew = useRenewRequisitions();
  const close = (): void => (start ? onClose() : setKind(null));
  if (row && kind) return <RequisitionAct kind={kind} row={row} onClose={close} onDone={renew} />;
  const fields: [string, Field][] = Object.entries(requisitionFields);
  const facts = row ? fields.filter(([name]) => !toldElsewhere.has(name) && row.values[name] !== null && row.values[name] !== undefined) : [];
  return (
    <SideDrawer
      title={label(['申请单 {code}', 'Requisition {code}'], { code: requisitionCode })}
      onClose={onClose}
      footer={
        row
          ? kinds
              .filter((each) => can(rowActs[each].command.permission))
              .map((each) => {
                const may = mayDo(each, row);
                return (
                  <Button
                    key={each}
                    variant={each === 'reject' || each === 'withdraw' ? 'danger' : 'secondary'}
                    disabled={may !== true}
                    title={may === true ? undefined : label(may)}
                    onClick={() => setKind(each)}
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
                <chakra.span textStyle="mono">{tube.isCodeInvented === 1 ? '—' : tube.sampleCode}</chakra.span>
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

interface RequisitionActProps {
  readonly kind: RowActKind;
  readonly row: SummaryRow;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** One of the acts on a requisition that was taken in. */
function RequisitionAct({ kind, row, ...rest }: RequisitionActProps) {
  const rows = [{ requisitionCode: row.requisitionCode }] as const;
  if (kind === 'correct') return <CorrectDrawer row={row} {...rest} />;
  if (kind === 'reject') return <ActDrawer command={rejectSummary} rows={rows} values={{ measure: 1 }} {...rest} />;
  // The row is what the server has now: what its rule says of it is waited for.
  if (kind === 'amend') return <ActDrawer command={amendItems} rows={rows} isAtOnce values={{ commodityIds: row.commodityIds }} {...rest} />;
  return (
    <ActDrawer
      command={removeDetail}
      rows={rows}
      nameOf={() => row.requisitionCode}
      asks={{ ...removeDetail.asks, pass: { ...removeDetail.asks.pass, choices: passesOf(row) } }}
      values={{ pass: row.firstBy ? 1 : 2 }}
      {...rest}
    />
  );
}

/** The entries that were made, and by whom. */
const passesOf = ({ firstBy, secondBy }: SummaryRow) =>
  choices({
    ...(firstBy ? { first: [1, `一录 ${firstBy}`, `First entry, ${firstBy}`] as const } : {}),
    ...(secondBy ? { second: [2, `二录 ${secondBy}`, `Second entry, ${secondBy}`] as const } : {}),
  }) as typeof removeDetail.asks.pass.choices;
