import { chakra } from '@chakra-ui/react';
import { OctagonAlert } from 'lucide-react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { logout } from '#src/api/session.ts';
import { PasswordForm } from '#src/console/PasswordForm.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { wantedIn } from '#src/console/wantedPlace.ts';
import { Button } from '#src/ui/Button.tsx';
import { NoticeBox } from './NoticeBox.tsx';

const Page = chakra('main', { base: { display: 'grid', placeItems: 'center', minH: '100dvh', p: 4, bg: 'bg.page' } });
const Card = chakra('div', {
  base: { display: 'flex', flexDirection: 'column', gap: 4, w: 'full', maxW: '400px', p: 6, bg: 'bg.panel', border: 'hairline', borderRadius: 'lg' },
});
const Title = chakra('h1', { base: { fontSize: 'xl', lineHeight: 'xl', fontWeight: 'semibold' } });

/** The last logout here came of a change. With the user everything drawn is made anew, so it is known outside of it. */
let isDone = false;

/** /changepassword: on the user's wish, or because the server asks for it first (423). Afterwards they log in anew and go on where they wanted. */
export function ChangePasswordScreen() {
  const { t } = useText();
  const { status, user, endedBy } = useSession();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { reason?: unknown } | null };
  const reason = typeof state?.reason === 'string' ? state.reason : null;
  if (status === 'starting') return null;
  if (!user) return <Navigate to="/login" replace state={isDone || endedBy !== 'logout' ? { from: wantedIn(state) } : null} />;

  const leave = (): void => {
    isDone = false;
    void logout();
  };
  return (
    <Page>
      <Card>
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
        <PasswordForm
          userId={user.id}
          isFocused
          onChanged={() => {
            isDone = true;
          }}
          beside={
            reason ? (
              <Button onClick={leave}>{t('shell.logout')}</Button>
            ) : (
              <Button onClick={() => void navigate(wantedIn(state))}>{t('act.back')}</Button>
            )
          }
        />
      </Card>
    </Page>
  );
}
