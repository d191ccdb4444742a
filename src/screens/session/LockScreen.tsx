import { chakra, Portal } from '@chakra-ui/react';
import { Languages, LockKeyhole } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { logout } from '#src/api/session.ts';
import { FieldLine, PasswordBox } from '#src/console/FieldLine.tsx';
import { useLock } from '#src/console/lockState.ts';
import { useNow } from '#src/console/useNow.ts';
import { useOutboxStatus } from '#src/console/useOutbox.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { type Entry, unlockDesk } from '#src/offline/session/enter.ts';
import { Button } from '#src/ui/Button.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';

const Page = chakra('main', {
  base: { position: 'fixed', inset: 0, display: 'grid', placeItems: 'center', p: 4, bg: 'bg.page', overflow: 'auto' },
});
const Card = chakra('form', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: 3,
    w: 'full',
    maxW: '360px',
    p: 6,
    bg: 'bg.panel',
    border: 'hairline',
    borderRadius: 'lg',
  },
});
const Head = chakra('h1', { base: { display: 'flex', alignItems: 'center', gap: 2, textStyle: 'title' } });
const Note = chakra('p', { base: { textStyle: 'dense', color: 'fg.muted' } });
const Row = chakra('div', { base: { display: 'flex', gap: 2, '& > :first-of-type': { flex: 1 } } });
const Corner = chakra('div', { base: { position: 'absolute', top: 3, right: 3 } });

/** /lock: nothing of the work is shown until the person's password brings their keys back. Acts go on being uploaded. */
export function LockScreen() {
  const { t, language, setLanguage } = useText();
  const { user } = useSession();
  const { because } = useLock();
  const { waiting } = useOutboxStatus();
  const [isLeaving, setLeaving] = useState(false);
  const isStart = because === 'start';
  useTitle(t(isStart ? 'lock.startTitle' : 'lock.title'), t('app.title'));
  return (
    // Instead of everything else of the page, dialogs and toasts included: globalCss, data-lock-layer.
    <Portal>
      <Page data-lock-layer>
        <Corner>
          <IconButton label={t('shell.switchLanguage')} icon={Languages} onClick={() => setLanguage(language === 'zh' ? 'en' : 'zh')} />
        </Corner>
        <UnlockForm isStart={isStart} name={user?.name ?? ''} account={user?.account ?? ''}>
          {isLeaving ? (
            <>
              <Note role="alert">{t('logout.ask')}</Note>
              <Row>
                <Button variant="danger" onClick={() => void logout()}>
                  {t('lock.logout')}
                </Button>
                <Button onClick={() => setLeaving(false)}>{t('act.cancel')}</Button>
              </Row>
            </>
          ) : (
            <Button onClick={() => setLeaving(true)}>{t('lock.logout')}</Button>
          )}
          {waiting > 0 ? <Note>{t('lock.waiting', { count: waiting })}</Note> : null}
          {isStart && !user?.isOffline ? <Note>{t('lock.startAsking')}</Note> : null}
        </UnlockForm>
      </Page>
    </Portal>
  );
}

interface UnlockFormProps {
  readonly isStart: boolean;
  readonly name: string;
  readonly account: string;
  readonly children: ReactNode;
}

function UnlockForm({ isStart, name, account, children }: UnlockFormProps) {
  const { t } = useText();
  const [password, setPassword] = useState('');
  const [entry, setEntry] = useState<Entry | null>(null);
  const [waitUntil, setWaitUntil] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const seconds = Math.ceil((waitUntil - useNow(500)) / 1000);
  const fault = seconds > 0 ? t('lock.wait', { seconds }) : faultOf(entry);

  function faultOf(ended: Entry | null): string | null {
    if (!ended || ended.outcome === 'in') return null;
    if (ended.outcome === 'grantOver') return t('lock.grantOver', { until: formatDateTime(Date.parse(ended.until)).slice(0, 16) });
    return ended.outcome === 'unknown' ? t('lock.unknown') : ended.outcome === 'wrong' ? t('lock.wrong') : null;
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy || seconds > 0 || !password) return box.current?.focus();
    setBusy(true);
    try {
      const ended = await unlockDesk(password);
      setEntry(ended);
      setPassword('');
      if ('waitMs' in ended) setWaitUntil(Date.now() + ended.waitMs);
    } finally {
      setBusy(false);
      box.current?.focus();
    }
  };
  return (
    <Card onSubmit={(event) => void submit(event)} noValidate aria-busy={isBusy}>
      <Head>
        <LockKeyhole size={18} aria-hidden />
        {t(isStart ? 'lock.startTitle' : 'lock.title')}
      </Head>
      <chakra.div fontWeight="medium">
        {name}
        {account && account !== name ? <chakra.span color="fg.muted"> · {account}</chakra.span> : null}
      </chakra.div>
      <Note>{t(isStart ? 'lock.startText' : 'lock.text')}</Note>
      <FieldLine label={t('lock.anyPassword')} error={fault}>
        {(props) => (
          <PasswordBox
            {...props}
            ref={box}
            autoFocus
            autoComplete="off"
            placeholder={t(isStart ? 'lock.hintStart' : 'lock.hint')}
            value={password}
            onChange={setPassword}
          />
        )}
      </FieldLine>
      <Button type="submit" variant="primary" isBusy={isBusy} disabled={seconds > 0}>
        {t('lock.unlock')}
      </Button>
      {children}
    </Card>
  );
}

/** The page's own title says what was open: not while the desk is locked. */
function useTitle(title: string, product: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} - ${product}`;
    return () => {
      document.title = before;
    };
  }, [title, product]);
}
