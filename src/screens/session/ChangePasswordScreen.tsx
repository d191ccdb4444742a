import { chakra } from '@chakra-ui/react';
import { OctagonAlert } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { isGoodPassword } from '#domain/user/userAccount.ts';
import { call, servicePath } from '#src/api/call.ts';
import { encryptPassword } from '#src/api/password.ts';
import { logout } from '#src/api/session.ts';
import { FieldLine, PasswordBox } from '#src/console/FieldLine.tsx';
import { sentence } from '#src/console/text.ts';
import { useFocusFault } from '#src/console/useFocusFault.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { wantedIn } from '#src/console/wantedPlace.ts';
import { forgetPassword } from '#src/offline/keys/enter.ts';
import { Button } from '#src/ui/Button.tsx';
import { notify } from '#src/ui/notify.tsx';
import { NoticeBox } from './NoticeBox.tsx';

const Page = chakra('main', { base: { display: 'grid', placeItems: 'center', minH: '100dvh', p: 4, bg: 'bg.page' } });
const Card = chakra('form', {
  base: { display: 'flex', flexDirection: 'column', gap: 4, w: 'full', maxW: '400px', p: 6, bg: 'bg.panel', border: 'hairline', borderRadius: 'lg' },
});
const Title = chakra('h1', { base: { fontSize: 'xl', lineHeight: 'xl', fontWeight: 'semibold' } });
const Fault = chakra('div', {
  base: {
    p: 2,
    borderRadius: 'md',
    border: '1px solid',
    borderColor: 'danger.border',
    bg: 'danger.subtle',
    color: 'danger.text',
    textStyle: 'dense',
  },
});
const Row = chakra('div', { base: { display: 'flex', gap: 2, '& > :first-of-type': { flex: 1 } } });

/** The last logout here came of a change. With the user everything drawn is made anew, so it is known outside of it. */
let isDone = false;

/** /changepassword: on the user's wish, or because the server asks for it first (423). Afterwards he logs in anew and goes on where he wanted. */
export function ChangePasswordScreen() {
  const { t } = useText();
  const { status, user, endedBy } = useSession();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { reason?: unknown } | null };
  const reason = typeof state?.reason === 'string' ? state.reason : null;
  const [values, setValues] = useState({ old: '', next: '', again: '' });
  const [tries, setTries] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useFocusFault(form, tries);
  if (status === 'starting') return null;
  if (!user) return <Navigate to="/login" replace state={isDone || endedBy !== 'logout' ? { from: wantedIn(state) } : null} />;

  const { old, next, again } = values;
  const faults = {
    old: old ? null : t('password.oldHint'),
    next: !next ? t('password.nextHint') : next === old ? t('password.same') : isGoodPassword(next) ? null : t('password.weak'),
    again: !again ? t('password.againHint') : again === next ? null : t('password.differs'),
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTries(tries + 1);
    setFailure(null);
    if (faults.old || faults.next || faults.again) return;
    setBusy(true);
    try {
      const [oldPassword, newPassword, newPassword1] = await Promise.all([old, next, again].map(encryptPassword));
      await call('POST', servicePath('user', 'update-password'), {
        body: { oldPassword, newPassword, newPassword1 },
        quiet: true,
        timeoutMs: 60_000,
      });
      await forgetPassword(user.id);
      isDone = true;
      await logout();
      notify.success(sentence('password.done'));
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      // The old one is the one that only the server can judge.
      form.current?.querySelector('input')?.select();
    } finally {
      setBusy(false);
    }
  };
  const line = (name: keyof typeof values, label: string, autoComplete: string) => (
    <FieldLine label={label} isRequired error={tries > 0 ? faults[name] : null}>
      {(props) => (
        <PasswordBox
          {...props}
          autoFocus={name === 'old'}
          autoComplete={autoComplete}
          value={values[name]}
          onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
        />
      )}
    </FieldLine>
  );
  return (
    <Page>
      <Card ref={form} onSubmit={(event) => void submit(event)} noValidate aria-busy={isBusy}>
        <Title>{t('password.title')}</Title>
        <chakra.div color="fg.muted" textStyle="dense">
          <chakra.b color="fg" fontWeight="medium">
            {user.account}
          </chakra.b>{' '}
          · {t('password.rule')}
        </chakra.div>
        {reason ? (
          <NoticeBox kind="warning" role="status" icon={OctagonAlert}>
            {reason}
          </NoticeBox>
        ) : null}
        {line('old', t('password.old'), 'current-password')}
        {line('next', t('password.next'), 'new-password')}
        {line('again', t('password.again'), 'new-password')}
        {failure ? <Fault role="alert">{failure}</Fault> : null}
        <Row>
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {t('password.submit')}
          </Button>
          {reason ? (
            <Button
              onClick={() => {
                isDone = false;
                void logout();
              }}
            >
              {t('shell.logout')}
            </Button>
          ) : (
            <Button onClick={() => void navigate(wantedIn(state))}>{t('act.back')}</Button>
          )}
        </Row>
      </Card>
    </Page>
  );
}
