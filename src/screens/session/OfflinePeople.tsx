import { chakra } from '@chakra-ui/react';
import { CloudOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { useOutboxStatus } from '#src/console/useOutbox.ts';
import { useText } from '#src/console/useText.ts';
import { type KnownPerson, knownPeople } from '#src/offline/keys/knownPeople.ts';
import { NoticeBox } from './NoticeBox.tsx';

const List = chakra('ul', { base: { display: 'flex', flexDirection: 'column', gap: 1, mt: 2, maxH: '180px', overflowY: 'auto' } });
const Choice = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'baseline',
    gap: 2,
    w: 'full',
    px: 2,
    py: 1,
    borderRadius: 'md',
    border: '1px solid',
    borderColor: 'border.input',
    bg: 'bg.panel',
    color: 'fg',
    textStyle: 'dense',
    textAlign: 'left',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted' },
    _disabled: { cursor: 'not-allowed', color: 'fg.disabled', bg: 'bg.muted' },
    '&[aria-pressed=true]': { borderColor: 'accent.solid' },
    '& > :last-child': { ml: 'auto', textStyle: 'note', color: 'fg.muted', textAlign: 'right' },
  },
});

/** `yyyy-MM-dd HH:mm`. */
const minute = (iso: string): string => formatDateTime(Date.parse(iso)).slice(0, 16);

export interface OfflinePeopleProps {
  readonly account: string;
  readonly onChoose: (account: string) => void;
}

/** Without the server: who may come in here with their password alone, until when; and that nothing on this desk is lost. */
export function OfflinePeople({ account, onChoose }: OfflinePeopleProps) {
  const { t } = useText();
  const { waiting, heldByOthers } = useOutboxStatus();
  const [people, setPeople] = useState<readonly KnownPerson[]>([]);
  useEffect(() => {
    const look = (): void => void knownPeople().then(setPeople, () => undefined);
    look();
    const timer = setInterval(look, 30_000);
    return () => clearInterval(timer);
  }, []);
  const count = waiting + heldByOthers;
  return (
    <NoticeBox kind="warning" role="status" icon={CloudOff}>
      <strong>{t(navigator.onLine ? 'login.unreachableTitle' : 'login.offlineTitle')}</strong>
      <div>{t(people.some(({ isGranted }) => isGranted) ? 'login.offlineText' : 'login.offlineNobody')}</div>
      {people.length > 0 ? (
        <List aria-label={t('login.offlinePeople')}>
          {people.map((person) => (
            <li key={person.userId}>
              <Choice type="button" disabled={!person.isGranted} aria-pressed={person.account === account} onClick={() => onChoose(person.account)}>
                <span>{person.realName}</span>
                <span>{person.account}</span>
                <span>{t(person.isGranted ? 'login.grantUntil' : 'login.grantOver', { until: minute(person.grantUntil) })}</span>
              </Choice>
            </li>
          ))}
        </List>
      ) : null}
      {count > 0 ? <chakra.div mt={2}>{t('login.waiting', { count })}</chakra.div> : null}
    </NoticeBox>
  );
}
