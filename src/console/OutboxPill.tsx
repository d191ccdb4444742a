import { chakra } from '@chakra-ui/react';
import { CloudOff, TriangleAlert, Wifi, WifiOff } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { Badge } from '#src/ui/Tag.tsx';
import { ageOf } from './age.ts';
import { Pill } from './Pill.tsx';
import { useNow } from './useNow.ts';
import { useOutboxStatus } from './useOutbox.ts';
import { useText } from './useText.ts';

const icons = { online: Wifi, unsteady: TriangleAlert, offline: WifiOff } as const;
const tones = { online: 'success', unsteady: 'warning', offline: 'danger' } as const;

/** The truth about the network and the queue: link, what waits and since when, what needs a person; opens the tray. */
export function OutboxPill() {
  const { t, label } = useText();
  const navigate = useNavigate();
  const now = useNow();
  const { waiting, refused, conflict, quarantined, heldByOthers, oldestWaitingAt, lastContactAt, connection, isReadable } = useOutboxStatus();
  const needing = refused + conflict + quarantined;
  const age = (at: number): string => {
    const { key, count } = ageOf(at, now);
    return t(key, { count });
  };
  const facts = isReadable
    ? [
        t(`outbox.${connection}`),
        t('outbox.waiting', { count: waiting }) + (oldestWaitingAt === null ? '' : `, ${t('outbox.oldest', { age: age(oldestWaitingAt) })}`),
        ...(needing > 0 ? [t('outbox.refused', { count: needing })] : []),
        ...(heldByOthers > 0 ? [t('outbox.held', { count: heldByOthers })] : []),
        lastContactAt === null ? t('outbox.never') : t('outbox.lastContact', { age: age(lastContactAt) }),
      ]
    : [label(['本机存储不可用,操作无法保存', 'The storage of this computer is not available: nothing can be saved'])];
  const Icon = isReadable ? icons[connection] : CloudOff;
  return (
    <Pill
      type="button"
      tone={isReadable ? tones[connection] : 'danger'}
      aria-label={[...facts, t('outbox.open')].join(', ')}
      data-tip={facts.join('\n')}
      data-testid="outbox-pill"
      data-connection={connection}
      data-waiting={waiting}
      data-needing={needing}
      onClick={() => void navigate('/desk/outbox')}
    >
      <Icon size={14} aria-hidden />
      <span>{isReadable ? t(`outbox.${connection}`) : label(['存储不可用', 'No storage'])}</span>
      {waiting > 0 ? (
        <chakra.span data-fact="" textStyle="figures">
          {t('outbox.waiting', { count: waiting })}
        </chakra.span>
      ) : null}
      {waiting > 0 && oldestWaitingAt !== null ? (
        <chakra.span data-fact="" hideBelow="xl">
          {t('outbox.oldest', { age: age(oldestWaitingAt) })}
        </chakra.span>
      ) : null}
      {connection !== 'online' && lastContactAt !== null ? (
        <chakra.span data-fact="" hideBelow="xl">
          {t('outbox.lastContact', { age: age(lastContactAt) })}
        </chakra.span>
      ) : null}
      {needing > 0 ? <Badge tone="danger">{needing}</Badge> : null}
    </Pill>
  );
}
