import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { changeStatus, changeType } from '#domain/sample/change/changeChoices.ts';
import type { ChangeDetail } from '#domain/sample/change/orderChangeRows.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';
import { BeforeAfter, ChangeEffects } from './ChangeEffects.tsx';

const tones = { 0: 'warning', 1: 'success', 2: 'danger', 3: 'neutral', 4: 'danger' } as const;

export interface ChangeDrawerProps {
  readonly id: string;
  /** What may be done to it here. */
  readonly footer?: (change: ChangeDetail) => ReactNode;
  readonly onClose: () => void;
}

/** One application: who asks for what and why, before and after, and what it does. */
export function ChangeDrawer({ id, footer, onClose }: ChangeDrawerProps) {
  const { label } = useText();
  const { data, failure, retry } = useAsked('GET sample/order-change-record/detail', { id });
  const names = (list: ChangeDetail['added']): string => list.map(({ commodityName }) => commodityName).join('、');
  const state = data ? changeStatus.labelOf(data.auditStatus) : undefined;
  return (
    <SideDrawer
      title={label(['变更 {code}', 'Change of {code}'], { code: data?.requisitionCode ?? '' })}
      aside={data && state ? <StatusWord tone={tones[data.auditStatus]}>{label(state)}</StatusWord> : undefined}
      onClose={onClose}
      footer={data ? footer?.(data) : undefined}
    >
      {failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : null}
      {!data && !failure ? <StateView state="loading" /> : null}
      {data ? (
        <>
          <chakra.p textStyle="body" mb={1}>
            {label(['{by} 于 {at} 申请{kind}', '{by} applied at {at}: {kind}'], {
              by: data.applyUser,
              at: data.applyTime,
              kind: label(changeType.labelOf(data.applyType) ?? ['', '']),
            })}
          </chakra.p>
          <chakra.p textStyle="dense" color="fg.muted" mb={3}>
            {data.applyReason}
          </chakra.p>
          <BeforeAfter entryForm={data.entryForm} changes={data.changes} />
          {data.added.length > 0 ? <p>{label(['增加: {names}', 'Added: {names}'], { names: names(data.added) })}</p> : null}
          {data.removed.length > 0 ? <p>{label(['删除: {names}', 'Taken off: {names}'], { names: names(data.removed) })}</p> : null}
          <ChangeEffects
            effects={data.effects}
            refusal={data.refusal}
            title={
              data.auditStatus === changeStatus.passed || data.auditStatus === changeStatus.forced
                ? ['已执行', 'What it did']
                : ['影响', 'What it does']
            }
          />
          {data.actionTime && data.auditStatus !== changeStatus.waiting ? (
            <chakra.p textStyle="dense" color="fg.muted" mt={3}>
              {[data.actor, data.actionTime, data.auditOpinion].filter(Boolean).join(' ')}
            </chakra.p>
          ) : null}
        </>
      ) : null}
    </SideDrawer>
  );
}
