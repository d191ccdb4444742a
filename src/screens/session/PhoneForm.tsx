import { OctagonAlert } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { phoneFault } from '#domain/session/phone.ts';
import { secondStepOf, type SecondStep, sendPhoneCode } from '#src/api/session.ts';
import { FieldLine, TextBox } from '#src/console/FieldLine.tsx';
import { useCountdown } from '#src/console/useCountdown.ts';
import { useText } from '#src/console/useText.ts';
import { signInByPhone } from '#src/offline/session/enter.ts';
import { Button } from '#src/ui/Button.tsx';
import { LoginFields, LoginRow, TenantField } from './loginParts.tsx';
import { NoticeBox } from './NoticeBox.tsx';
import type { LoginChoices } from './useLoginOptions.ts';

const texts = {
  phone: ['手机号', 'Phone'],
  phoneHint: ['请输入手机号', 'Enter your phone number'],
  code: ['验证码', 'Code'],
  codeHint: ['请输入验证码', 'Enter the code'],
  send: ['发送验证码', 'Send code'],
  left: ['{seconds}秒后重发', '{seconds} seconds to resend'],
  sendFirst: ['请先发送验证码', 'Send a code first'],
  sent: ['验证码已发送到 {phone}', 'A code was sent to {phone}'],
  notSet: [
    '本租户没有配置短信平台,不能用手机号登录,请联系管理员。',
    'No SMS platform is set up for this tenant: ask your administrator to use phone login.',
  ],
} as const satisfies Record<string, Label>;

export interface PhoneFormProps {
  readonly choices: LoginChoices;
  readonly phone: string;
  readonly onPhone: (phone: string) => void;
  readonly onSecondStep: (step: SecondStep) => void;
}

/** 手机号登录: a code sent to the phone, with a countdown until the next. */
export function PhoneForm({ choices, phone, onPhone, onSecondStep }: PhoneFormProps) {
  const { t, label } = useText();
  const { options, tenantId, setTenantId, isTenantAsked } = choices;
  const [code, setCode] = useState('');
  const [sent, setSent] = useState<{ readonly id: string; readonly phone: string } | null>(null);
  const [left, setLeft] = useCountdown();
  const [isTried, setTried] = useState(false);
  const [busy, setBusy] = useState<'send' | 'login' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const phoneBox = useRef<HTMLInputElement>(null);
  const codeBox = useRef<HTMLInputElement>(null);

  const fault = phoneFault(phone.trim());
  const attempt = async (what: 'send' | 'login', work: () => Promise<void>): Promise<void> => {
    setFailure(null);
    setBusy(what);
    try {
      await work();
    } catch (error) {
      const step = secondStepOf(error);
      if (step) return onSecondStep(step);
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(null);
    }
  };
  const send = async (): Promise<void> => {
    setTried(true);
    if (fault) return phoneBox.current?.focus();
    await attempt('send', async () => {
      const { id, seconds } = await sendPhoneCode(phone.trim(), tenantId.trim());
      setSent({ id, phone: phone.trim() });
      setLeft(seconds);
      setTried(false);
      codeBox.current?.focus();
    });
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (fault) return phoneBox.current?.focus();
    if (!sent) return setFailure(label(texts.sendFirst));
    if (!code.trim()) return codeBox.current?.focus();
    await attempt('login', async () => {
      // The guard leads on as soon as the session stands.
      await signInByPhone({ phone: phone.trim(), id: sent.id, value: code.trim(), tenantId: tenantId.trim() });
    });
  };
  return (
    <LoginFields onSubmit={(event) => void submit(event)} noValidate aria-busy={busy !== null}>
      {options && !options.hasPhone ? (
        <NoticeBox kind="warning" role="status" icon={OctagonAlert}>
          {label(texts.notSet)}
        </NoticeBox>
      ) : null}
      {isTenantAsked ? <TenantField value={tenantId} onChange={setTenantId} isTried={isTried} /> : null}
      <FieldLine label={label(texts.phone)} error={isTried && fault ? label(fault) : null}>
        {(props) => (
          <TextBox
            {...props}
            ref={phoneBox}
            size="lg"
            name="phone"
            type="tel"
            autoComplete="tel-national"
            maxLength={20}
            placeholder={label(texts.phoneHint)}
            value={phone}
            onChange={(event) => onPhone(event.target.value)}
          />
        )}
      </FieldLine>
      <FieldLine label={label(texts.code)} error={isTried && sent && !code.trim() ? label(texts.codeHint) : null}>
        {(props) => (
          <LoginRow>
            <TextBox
              {...props}
              ref={codeBox}
              size="lg"
              name="phone-code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              placeholder={label(texts.codeHint)}
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
            <Button size="lg" isBusy={busy === 'send'} disabled={left > 0 || options?.hasPhone === false} onClick={() => void send()}>
              {left > 0 ? label(texts.left, { seconds: left }) : label(texts.send)}
            </Button>
          </LoginRow>
        )}
      </FieldLine>
      {sent && !failure ? (
        <div role="status" style={{ fontSize: 12 }}>
          {label(texts.sent, { phone: sent.phone })}
        </div>
      ) : null}
      {failure ? (
        <NoticeBox kind="danger" role="alert" icon={OctagonAlert}>
          {failure}
        </NoticeBox>
      ) : null}
      <Button type="submit" variant="primary" size="lg" isBusy={busy === 'login'} disabled={options?.hasPhone === false}>
        {t(busy === 'login' ? 'login.busy' : 'login.submit')}
      </Button>
    </LoginFields>
  );
}
