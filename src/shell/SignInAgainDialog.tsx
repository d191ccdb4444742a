import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { CaptchaImage } from '#src/console/CaptchaImage.tsx';
import { FieldLine, PasswordBox, TextBox } from '#src/console/FieldLine.tsx';
import { queryClient } from '#src/console/queryClient.ts';
import { useCaptcha } from '#src/console/useCaptcha.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { signIn } from '#src/offline/session/enter.ts';
import { FormDialog } from './FormDialog.tsx';

const Row = chakra('div', { base: { display: 'flex', gap: 2, '& > input': { flex: 1, minW: 0 } } });

/** Who came in without network signs in with the server where they stand: the open pages stay as they are. */
export function SignInAgainDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const { user } = useSession();
  const captcha = useCaptcha();
  const [password, setPassword] = useState('');
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (!user) return null;
  const submit = async (): Promise<void> => {
    setTried(true);
    setFailure(null);
    if (!password || (captcha.isAsked && !text.trim())) return;
    setBusy(true);
    try {
      const { account, tenantId } = user;
      await signIn({ account, tenantId, password, ...(captcha.isAsked ? { captcha: { key: captcha.key, text: text.trim() } } : {}) });
      onClose();
      await queryClient.invalidateQueries();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      captcha.renew();
      setText('');
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog title={t('login.again')} submitLabel={t('login.submit')} isBusy={isBusy} onSubmit={() => void submit()} onClose={onClose}>
      <chakra.div textStyle="dense" color="fg.muted">
        {t('login.againText')}
      </chakra.div>
      <div>{user.account}</div>
      <FieldLine label={t('login.password')} isRequired error={failure ?? (isTried && !password ? t('login.passwordHint') : null)}>
        {(props) => <PasswordBox {...props} autoFocus autoComplete="current-password" value={password} onChange={setPassword} />}
      </FieldLine>
      {captcha.isAsked ? (
        <FieldLine label={t('login.captcha')} isRequired error={isTried && !text.trim() && !failure ? t('login.captchaHint') : null}>
          {(props) => (
            <Row>
              <TextBox {...props} autoComplete="off" maxLength={10} value={text} onChange={(event) => setText(event.target.value)} />
              <CaptchaImage captcha={captcha} />
            </Row>
          )}
        </FieldLine>
      ) : null}
    </FormDialog>
  );
}
