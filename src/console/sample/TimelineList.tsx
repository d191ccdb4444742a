import { chakra } from '@chakra-ui/react';
import { commandByName } from '#domain/commands.ts';
import type { Label } from '#domain/kernel/label.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { timelineAct, type TimelineEvent } from '#domain/search/sampleDetail.ts';
import { useText } from '#src/console/useText.ts';
import { ActTime } from '#src/ui/ActTime.tsx';
import { Line, Told } from './CustodyLine.tsx';

/** What an event is called. */
const titleOf = (what: string): Label => commandByName(what)?.title ?? timelineAct.labelOf(what) ?? [what, what];
const statusOf = (status: number | null): Label => labStatus.labelOf(status) ?? ['', ''];

/** Events in their order: what, who, when, at which desk, why, and which status became which; of several tubes, of which. */
export function TimelineList({ events, isNamed }: { readonly events: readonly TimelineEvent[]; readonly isNamed: boolean }) {
  const { label } = useText();
  return (
    <Line aria-label={label(['时间轴', 'Timeline'])}>
      {events.map(({ at, serverTime, what, sampleCode, by, desk, why, content, fromStatus, toStatus }, index) => (
        <li key={index} data-act={what}>
          <chakra.span fontWeight="medium">{label(titleOf(what))}</chakra.span>
          {toStatus === null || toStatus === fromStatus
            ? null
            : fromStatus === null
              ? ` → ${label(statusOf(toStatus))}`
              : ` ${label(statusOf(fromStatus))} → ${label(statusOf(toStatus))}`}
          {content ? <chakra.span ml={2}>{content}</chakra.span> : null}
          <Told>
            <chakra.span textStyle="figures">
              <ActTime at={at} serverTime={serverTime} />
            </chakra.span>
            {isNamed && sampleCode ? <chakra.span textStyle="mono">{sampleCode}</chakra.span> : null}
            {by ? <span>{by}</span> : null}
            {desk ? <span>{label(['工作台 {desk}', 'Desk {desk}'], { desk })}</span> : null}
            {why ? <span>{label(['原因: {why}', 'Why: {why}'], { why })}</span> : null}
          </Told>
        </li>
      ))}
    </Line>
  );
}
