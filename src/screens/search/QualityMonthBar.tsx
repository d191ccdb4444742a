import { chakra } from '@chakra-ui/react';
import { Calculator, Lock, LockOpen, type LucideIcon } from 'lucide-react';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import {
  closeMonthRefusal,
  closeQuality,
  countMonthRefusal,
  recomputeQuality,
  reopenMonthRefusal,
  reopenQuality,
} from '#domain/search/qualityActs.ts';
import { monthState, type QualityMonth } from '#domain/search/qualityIndexValue.ts';
import { useNow } from '#src/console/useNow.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';

const Bar = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, flexShrink: 0, textStyle: 'dense' } });

export type MonthAct = 'recompute' | 'close' | 'reopen';

/** How the chosen month stands, and what may be done to it. */
export function QualityMonthBar({ head, onAct }: { readonly head: QualityMonth; readonly onAct: (act: MonthAct) => void }) {
  const { label } = useText();
  const { can, user } = useSession();
  const now = formatDateTime(useNow());
  const isClosed = head.state === monthState.closed;
  const acts: readonly {
    readonly act: MonthAct;
    readonly icon: LucideIcon;
    readonly command: Parameters<typeof allowedBy>[0];
    readonly may: ReturnType<typeof allowedBy>;
  }[] = isClosed
    ? [{ act: 'reopen', icon: LockOpen, command: reopenQuality, may: allowedBy(reopenQuality, reopenMonthRefusal(head)) }]
    : [
        { act: 'recompute', icon: Calculator, command: recomputeQuality, may: allowedBy(recomputeQuality, countMonthRefusal(head, now)) },
        { act: 'close', icon: Lock, command: closeQuality, may: allowedBy(closeQuality, closeMonthRefusal(head, user?.id ?? '', now)) },
      ];
  return (
    <Bar data-quality-month={head.month}>
      <chakra.strong textStyle="figures">{head.month}</chakra.strong>
      <StatusWord tone={isClosed ? 'success' : 'neutral'} icon={isClosed ? Lock : LockOpen}>
        {label(monthState.labelOf(head.state) ?? ['', ''])}
      </StatusWord>
      {isClosed ? (
        <span>{label(['由 {by} 于 {at} 关闭', 'by {by} at {at}'], { by: head.closeUserName ?? '', at: head.closeTime ?? '' })}</span>
      ) : null}
      {!isClosed && head.reason ? <span>{label(['重开原因: {reason}', 'Reopened: {reason}'], { reason: head.reason })}</span> : null}
      {acts.map(({ act, icon, command, may }) =>
        can(command.permission) ? (
          <Button
            key={act}
            size="sm"
            icon={icon}
            variant={act === 'reopen' ? 'danger' : act === 'close' ? 'primary' : 'secondary'}
            disabled={may !== true}
            title={may === true ? undefined : label(may)}
            onClick={() => onAct(act)}
          >
            {label(command.title)}
          </Button>
        ) : null,
      )}
    </Bar>
  );
}
