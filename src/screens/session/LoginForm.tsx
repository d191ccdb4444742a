import { OctagonAlert } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { isTransportError } from '#src/api/call.ts';
import { secondStepOf, type SecondStep } from '#src/api/session.ts';
import { readFact } from '#src/api/deviceDb.ts';
import { FieldLine, PasswordBox, TextBox } from '#src/console/FieldLine.tsx';
import { CaptchaImage } from '#src/console/CaptchaImage.tsx';
import { useCaptcha } from '#src/console/useCaptcha.ts';
import { useText } from '#src/console/useText.ts';
import { type Entry, signIn, signInOffline } from '#src/offline/session/enter.ts';
import { Button } from '#src/ui/Button.tsx';
import { useLatest } from '#src/ui/useLatest.ts';
import { LoginFields, LoginRow, TenantField } from './loginParts.tsx';
import { NoticeBox } from './NoticeBox.tsx';
import { OfflinePeople } from './OfflinePeople.tsx';
import type { LoginChoices } from './useLoginOptions.ts';

export interface LoginFormProps {
  readonly choices: LoginChoices;
  readonly account: string;
  readonly onAccount: (change: string | ((typed: string) => string)) => void;
  readonly password: string;
  readonly onPassword: (password: string) => void;
  /** The first step was right, and there is a second. */
  readonly onSecondStep: (step: SecondStep, password: string) => void;
  /** Counts what was filled in from outside: then the next empty field is waited for. */
  readonly filled: number;
}

/** Account, password and captcha. Faults stand at their fields; the server's own sentence above the button. */
export function LoginForm({ choices, account, onAccount: setAccount, password, onPassword: setPassword, onSecondStep, filled }: LoginFormProps) {
  const { t } = useText();
  const { tenantId, setTenantId, isTenantAsked } = choices;
  const captcha = useCaptcha();
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const accountBox = useRef<HTMLInputElement>(null);
  const passwordBox = useRef<HTMLInputElement>(null);
  const captchaBox = useRef<HTMLInputElement>(null);

  useEffect(() => {
    void readFact('lastAccount').then((last) => {
      // Whoever is typing already is not interrupted: their password must not run on into the open field.
      if (document.activeElement !== document.body) return;
      // In one go: between this and the next step of the page somebody may mark the field to type in it.
      if (last) flushSync(() => setAccount((typed) => typed || last));
      (last ? passwordBox : accountBox).current?.focus();
    });
  }, [setAccount]);

  // Without the server there is none to ask for.
  const hasCaptcha = captcha.isAsked && !captcha.isLost;
  function faultOf(entry: Entry): string | null {
    if (entry.outcome === 'in') return null;
    if (entry.outcome === 'grantOver') return t('login.grantOver', { until: formatDateTime(Date.parse(entry.until)).slice(0, 16) });
    if (entry.outcome === 'unknown') return t('login.unknownHere', { account: account.trim() });
    return entry.outcome === 'wrong' && entry.waitMs === 0 ? t('login.wrongOffline') : t('lock.wait', { seconds: Math.ceil(entry.waitMs / 1000) });
  }
  const [isWaiting, setWaiting] = useState(false);
  const enter = async (): Promise<void> => {
    setWaiting(false);
    setTried(true);
    setFailure(null);
    if (isTenantAsked && !tenantId.trim()) return;
    const empty = !account.trim() ? accountBox : !password ? passwordBox : hasCaptcha && !text.trim() ? captchaBox : null;
    if (empty) return empty.current?.focus();
    setBusy(true);
    try {
      // The guard leads on as soon as the session stands.
      if (captcha.isLost) {
        setFailure(faultOf(await signInOffline(account, password)));
        setPassword('');
        setTried(false);
        passwordBox.current?.focus();
      } else
        await signIn({
          account: account.trim(),
          password,
          tenantId: tenantId.trim(),
          ...(hasCaptcha ? { captcha: { key: captcha.key, text: text.trim() } } : {}),
        });
    } catch (error) {
      const step = secondStepOf(error);
      if (step) return onSecondStep(step, password);
      setFailure(error instanceof Error ? error.message : String(error));
      if (isTransportError(error)) captcha.lost();
      // A captcha can be used once.
      else captcha.renew();
      setText('');
      (hasCaptcha ? captchaBox : passwordBox).current?.focus();
    } finally {
      setBusy(false);
    }
  };
  // Whoever is quicker than the answer whether a captcha is asked for is let in when it comes.
  const latest = useLatest(enter);
  const { isKnown } = captcha;
  useEffect(() => {
    if (isWaiting && isKnown) void latest.current();
  }, [isWaiting, isKnown, latest]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isKnown || !account.trim() || !password) void enter();
    else setWaiting(true);
  };
  const wanted = hasCaptcha ? captchaBox : passwordBox;
  useEffect(() => {
    if (filled > 0) wanted.current?.focus();
  }, [filled, wanted]);
  return (
    <LoginFields onSubmit={submit} noValidate aria-busy={isBusy || isWaiting}>
      {captcha.isLost ? (
        <OfflinePeople
          account={account.trim()}
          onChoose={(chosen) => {
            setAccount(chosen);
            passwordBox.current?.focus();
          }}
        />
      ) : null}
      {isTenantAsked && !captcha.isLost ? <TenantField value={tenantId} onChange={setTenantId} isTried={isTried} /> : null}
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
      {hasCaptcha ? (
        <FieldLine label={t('login.captcha')} error={isTried && !text.trim() && !failure ? t('login.captchaHint') : null}>
          {(props) => (
            <LoginRow>
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
            </LoginRow>
          )}
        </FieldLine>
      ) : null}
      {failure ? (
        <NoticeBox kind="danger" role="alert" icon={OctagonAlert}>
          {failure}
        </NoticeBox>
      ) : null}
      <Button type="submit" variant="primary" size="lg" isBusy={isBusy}>
        {t(isBusy ? 'login.busy' : captcha.isLost ? 'login.offlineSubmit' : 'login.submit')}
      </Button>
    </LoginFields>
  );
}
