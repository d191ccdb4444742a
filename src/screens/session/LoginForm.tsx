import { chakra } from '@chakra-ui/react';
import { CloudOff, OctagonAlert } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { isTransportError } from '#src/api/call.ts';
import { readFact } from '#src/api/deviceDb.ts';
import { login } from '#src/api/session.ts';
import { FieldLine, PasswordBox, TextBox } from '#src/console/FieldLine.tsx';
import { useOutboxStatus } from '#src/console/useOutbox.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { CaptchaImage } from './CaptchaImage.tsx';
import { DemoAccounts } from './DemoAccounts.tsx';
import { useCaptcha } from './useCaptcha.ts';

const Card = chakra('div', { base: { w: 'full', maxW: '400px' } });
const Form = chakra('form', {
  base: { display: 'flex', flexDirection: 'column', gap: 4, p: 6, bg: 'bg.panel', border: 'hairline', borderRadius: 'lg' },
});
const Title = chakra('h1', { base: { fontSize: 'xl', lineHeight: 'xl', fontWeight: 'semibold' } });
const Row = chakra('div', { base: { display: 'flex', gap: 2, '& > input': { flex: 1, minW: 0 } } });
const Box = chakra('div', {
  base: { display: 'flex', gap: 2, p: 3, border: '1px solid', borderRadius: 'md', textStyle: 'dense', '& > svg': { mt: '2px', flexShrink: 0 } },
  variants: {
    kind: {
      warning: { bg: 'warning.subtle', color: 'warning.text', borderColor: 'warning.border' },
      danger: { bg: 'danger.subtle', color: 'danger.text', borderColor: 'danger.border' },
    },
  },
});

/** Account, password and captcha. Faults stand at their fields; the server's own sentence above the button. */
export function LoginForm() {
  const { t } = useText();
  const captcha = useCaptcha();
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const accountBox = useRef<HTMLInputElement>(null);
  const passwordBox = useRef<HTMLInputElement>(null);
  const captchaBox = useRef<HTMLInputElement>(null);

  useEffect(() => {
    void readFact('lastAccount').then((last) => {
      if (last) setAccount((typed) => typed || last);
      (last ? passwordBox : accountBox).current?.focus();
    });
  }, []);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    setFailure(null);
    const empty = !account.trim() ? accountBox : !password ? passwordBox : captcha.isAsked && !text.trim() ? captchaBox : null;
    if (empty) return empty.current?.focus();
    setBusy(true);
    try {
      await login({ account: account.trim(), password, ...(captcha.isAsked ? { captcha: { key: captcha.key, text: text.trim() } } : {}) });
      // The guard leads on as soon as the session stands.
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      if (isTransportError(error)) captcha.lost();
      // A captcha can be used once.
      else captcha.renew();
      setText('');
      (captcha.isAsked ? captchaBox : passwordBox).current?.focus();
    } finally {
      setBusy(false);
    }
  };
  const fill = (demo: { account: string; password: string }): void => {
    setAccount(demo.account);
    setPassword(demo.password);
    (captcha.isAsked ? captchaBox : passwordBox).current?.focus();
  };
  return (
    <Card>
      <Form onSubmit={(event) => void submit(event)} noValidate aria-busy={isBusy}>
        <Title>{t('login.title')}</Title>
        {captcha.isLost ? <Unreachable /> : null}
        <FieldLine label={t('login.account')} error={isTried && !account.trim() ? t('login.accountHint') : null}>
          {(props) => (
            <TextBox
              {...props}
              ref={accountBox}
              size="lg"
              name="username"
              autoComplete="username"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={100}
              placeholder={t('login.accountHint')}
              value={account}
              onChange={(event) => setAccount(event.target.value)}
            />
          )}
        </FieldLine>
        <FieldLine label={t('login.password')} error={isTried && !password ? t('login.passwordHint') : null}>
          {(props) => (
            <PasswordBox
              {...props}
              ref={passwordBox}
              size="lg"
              name="password"
              autoComplete="current-password"
              placeholder={t('login.passwordHint')}
              value={password}
              onChange={setPassword}
            />
          )}
        </FieldLine>
        {captcha.isAsked ? (
          <FieldLine label={t('login.captcha')} error={isTried && !text.trim() && !failure ? t('login.captchaHint') : null}>
            {(props) => (
              <Row>
                <TextBox
                  {...props}
                  ref={captchaBox}
                  size="lg"
                  name="captcha"
                  autoComplete="off"
                  autoCapitalize="off"
                  spellCheck={false}
                  maxLength={10}
                  placeholder={t('login.captchaHint')}
                  value={text}
                  onChange={(event) => setText(event.target.value)}
                />
                <CaptchaImage captcha={captcha} />
              </Row>
            )}
          </FieldLine>
        ) : null}
        {failure ? (
          <Box kind="danger" role="alert">
            <OctagonAlert size={16} aria-hidden />
            {failure}
          </Box>
        ) : null}
        <Button type="submit" variant="primary" size="lg" isBusy={isBusy}>
          {t(isBusy ? 'login.busy' : 'login.submit')}
        </Button>
      </Form>
      <DemoAccounts onChoose={fill} />
    </Card>
  );
}

/** Without the server nobody can log in; says so, and that nothing on this desk is lost. */
function Unreachable() {
  const { t } = useText();
  const { waiting, heldByOthers } = useOutboxStatus();
  const count = waiting + heldByOthers;
  return (
    <Box kind="warning" role="status">
      <CloudOff size={16} aria-hidden />
      <div>
        <strong>{t(navigator.onLine ? 'login.unreachableTitle' : 'login.offlineTitle')}</strong>
        <div>{t('login.offlineText')}</div>
        {count > 0 ? <div>{t('login.waiting', { count })}</div> : null}
      </div>
    </Box>
  );
}
