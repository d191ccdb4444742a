import { chakra } from '@chakra-ui/react';
import { commandByName } from '#domain/commands.ts';
import type { LabReceiveTask } from '#domain/lab/listings/labReceive.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { Line, Told } from '#src/console/sample/CustodyLine.tsx';
import { useText } from '#src/console/useText.ts';
import { ActTime } from '#src/ui/ActTime.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';

const Part = chakra('h2', { base: { textStyle: 'dense', fontWeight: 'semibold', mt: 4, mb: 2 } });
export interface CustodyDrawerProps {
  readonly task: Pick<LabReceiveTask, 'sampleId' | 'sampleCode' | 'labCode' | 'personName' | 'panelNames' | 'commodityNames'>;
  readonly onClose: () => void;
}

/** A tube's line of custody: every act with who, when, at which desk and why; and what changed of its order. */
export function CustodyDrawer({ task, onClose }: CustodyDrawerProps) {
  const { label } = useText();
  const { sampleId } = task;
  const line = useAsked('GET search/labReceive/sampleProcess', { sampleId });
  const changes = useAsked('GET search/labReceive/projectChange', { sampleId });
  const titleOf = (what: string): string => label(commandByName(what)?.title ?? [what, what]);
  return (
    <SideDrawer title={label(['{code} 流转', 'Custody of {code}'], { code: task.labCode ?? task.sampleCode })} onClose={onClose}>
      <chakra.p textStyle="dense" color="fg.muted">
        {[task.sampleCode, task.personName, task.commodityNames, task.panelNames].filter(Boolean).join(' · ')}
      </chakra.p>
      <Part>{label(['样本流转', 'Custody line'])}</Part>
      {line.failure ? <StateView state="failed" failure={line.failure} onRetry={line.retry} /> : null}
      {!line.data && !line.failure ? <StateView state="loading" /> : null}
      {line.data?.length === 0 ? <StateView state="empty" text={['没有记录', 'Nothing is on its line']} /> : null}
      {line.data && line.data.length > 0 ? (
        <Line aria-label={label(['样本流转', 'Custody line'])}>
          {line.data.map(({ at, serverTime, what, fromStatus, toStatus, by, desk, why }, index) => (
            <li key={index} data-act={what}>
              <chakra.span fontWeight="medium">{titleOf(what)}</chakra.span>
              {toStatus === null || toStatus === fromStatus ? null : ` → ${label(labStatus.labelOf(toStatus) ?? ['', ''])}`}
              <Told>
                <chakra.span textStyle="figures">
                  <ActTime at={at} serverTime={serverTime} />
                </chakra.span>
                {by ? <span>{by}</span> : null}
                {desk ? <span>{label(['工作台 {desk}', 'Desk {desk}'], { desk })}</span> : null}
                {why ? <span>{label(['原因: {why}', 'Why: {why}'], { why })}</span> : null}
              </Told>
            </li>
          ))}
        </Line>
      ) : null}
      <Part>{label(['项目变更', 'Changes of the order'])}</Part>
      {changes.failure ? <StateView state="failed" failure={changes.failure} onRetry={changes.retry} /> : null}
      {changes.data?.length === 0 ? (
        <chakra.p textStyle="dense" color="fg.muted">
          {label(['没有变更过', 'Never changed'])}
        </chakra.p>
      ) : null}
      {changes.data && changes.data.length > 0 ? (
        <Line aria-label={label(['项目变更', 'Changes of the order'])}>
          {changes.data.map(({ at, what, by, added, removed, reason }, index) => (
            <li key={index}>
              <chakra.span fontWeight="medium">{titleOf(what)}</chakra.span>
              <Told>
                <chakra.span textStyle="figures">{at}</chakra.span>
                <span>{by}</span>
                {added.length > 0 ? <span>{label(['增加: {names}', 'Added: {names}'], { names: added.join('、') })}</span> : null}
                {removed.length > 0 ? <span>{label(['移除: {names}', 'Taken off: {names}'], { names: removed.join('、') })}</span> : null}
                {reason ? <span>{label(['原因: {why}', 'Why: {why}'], { why: reason })}</span> : null}
              </Told>
            </li>
          ))}
        </Line>
      ) : null}
    </SideDrawer>
  );
}
