import { chakra } from '@chakra-ui/react';
import { LockKeyhole } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { logout } from '#src/api/session.ts';
import { FieldLine, PasswordBox } from '#src/console/FieldLine.tsx';
import { unlockScreen } from '#src/console/lockState.ts';
import { sentence } from '#src/console/text.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { confirm } from '#src/ui/confirm.tsx';

const Page = chakra('main', { base: { display: 'grid', placeItems: 'center', h: '100dvh', bg: 'bg.page' } });
const Card = chakra('form', {
  base: { display: 'flex', flexDirection: 'column', gap: 3, w: '320px', p: 6, bg: 'bg.panel', border: 'hairline', borderRadius: 'lg' },
});
const Head = chakra('h1', { base: { display: 'flex', alignItems: 'center', gap: 2, textStyle: 'title' } });
const Row = chakra('div', { base: { display: 'flex', gap: 2, '& > :first-of-type': { flex: 1 } } });

/** /lock: nothing of the work is shown until the lock password is typed. Only this browser tab is locked; acts go on being uploaded. */
export function LockScreen() {
  const { t } = useText();
  const { user } = useSession();
  const [password, setPassword] = useState('');
  const [isWrong, setWrong] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const isRight = await unlockScreen(password);
    setWrong(!isRight);
    if (!isRight) setPassword('');
  };
  const leave = async (): Promise<void> => {
    if (await confirm({ title: sentence('logout.title'), text: sentence('logout.ask') })) await logout();
  };
  return (
    <Page>
      <Card onSubmit={(event) => void submit(event)} noValidate>
        <Head>
          <LockKeyhole size={18} aria-hidden />
          {t('lock.title')}
        </Head>
        <chakra.div color="fg.muted" textStyle="dense">
          {user?.name}
        </chakra.div>
        <FieldLine label={t('lock.password')} error={isWrong ? t('lock.wrong') : null}>
          {(props) => <PasswordBox {...props} autoFocus autoComplete="off" placeholder={t('lock.hint')} value={password} onChange={setPassword} />}
        </FieldLine>
        <Row>
          <Button type="submit" variant="primary">
            {t('lock.unlock')}
          </Button>
          <Button onClick={() => void leave()}>{t('lock.logout')}</Button>
        </Row>
      </Card>
    </Page>
  );
}
