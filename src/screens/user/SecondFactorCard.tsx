import { chakra } from '@chakra-ui/react';
import { type FormEvent, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { secondFactorPaths, type SecondFactorSetup as Setup, type SecondFactorState } from '#domain/session/secondFactor.ts';
import { call, servicePath } from '#src/api/call.ts';
import { encryptPassword } from '#src/api/password.ts';
import { useCall } from '#src/console/desk/useCall.ts';
import { FieldLine, PasswordBox, TextBox } from '#src/console/FieldLine.tsx';
import { SecondFactorSetup } from '#src/console/SecondFactorSetup.tsx';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { notify } from '#src/ui/notify.tsx';
import { StateView } from '#src/ui/StateView.tsx';

const texts = {
  off: [
    '未开启。开启后, 登录时除密码外还要输入手机验证器的动态验证码。',
    'Off. With it a login asks for the code of an authenticator on your phone besides the password.',
  ],
  on: ['已于 {since} 开启, 剩余恢复码 {left} 个。', 'On since {since}; {left} recovery codes left.'],
  required: ['管理员必须使用双重验证, 不能关闭。', 'Administrators must have it: it cannot be turned off.'],
  few: ['恢复码所剩不多: 关闭后重新开启可得到新的。', 'Few recovery codes are left: turn it off and on again for new ones.'],
  password: ['登录密码', 'Password'],
  passwordHint: ['请输入登录密码', 'Enter your password'],
  code: ['动态验证码', 'Code'],
  codeHint: ['请输入动态验证码', 'Enter the code'],
  anyCode: ['动态验证码或恢复码', 'Code or recovery code'],
  begin: ['开启双重验证', 'Turn on'],
  confirm: ['验证并开启', 'Check and turn on'],
  cancel: ['取消', 'Cancel'],
  remove: ['关闭双重验证', 'Turn off'],
  isOn: ['双重验证已开启', 'The second factor is on'],
  isOff: ['双重验证已关闭', 'The second factor is off'],
} as const satisfies Record<string, Label>;

const Form = chakra('form', { base: { display: 'flex', flexDirection: 'column', gap: 4, maxW: '400px', mt: 3 } });
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
const fewCodes = 3;

/** 双重验证: turned on and off for one's own account. */
export function SecondFactorCard() {
  const { label } = useText();
  const { data, failure, retry } = useCall<SecondFactorState>('system', secondFactorPaths.state);
  const [setup, setSetup] = useState<Setup | null>(null);
  const [values, setValues] = useState({ password: '', code: '' });
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  if (!data) return failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : <StateView state="loading" />;

  const isOn = data.since !== null;
  const asksPassword = setup === null;
  const asksCode = setup !== null || isOn;
  const start = (next: Setup | null): void => {
    setSetup(next);
    setValues({ password: '', code: '' });
    setTried(false);
    setFault(null);
  };
  const post = <T,>(path: string, body: object): Promise<T> => call<T>('POST', servicePath('system', path), { body, quiet: true, timeoutMs: 60_000 });
  const act = async (): Promise<void> => {
    if (setup) {
      await post(secondFactorPaths.confirm, { code: values.code.trim() });
      notify.success(texts.isOn);
      start(null);
      return retry();
    }
    const password = await encryptPassword(values.password);
    if (!isOn) return start(await post<Setup>(secondFactorPaths.begin, { password }));
    await post(secondFactorPaths.remove, { password, code: values.code.trim() });
    notify.success(texts.isOff);
    start(null);
    return retry();
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    setFault(null);
    if ((asksPassword && !values.password) || (asksCode && !values.code.trim())) return;
    setBusy(true);
    await act()
      .catch((error: unknown) => setFault(error instanceof Error ? error.message : String(error)))
      .finally(() => setBusy(false));
  };
  return (
    <>
      <chakra.p textStyle="dense" color="fg.muted">
        {isOn ? label(texts.on, { since: data.since ?? '', left: data.recoveryLeft }) : label(texts.off)}
        {isOn && data.recoveryLeft <= fewCodes && !data.isRequired ? ` ${label(texts.few)}` : ''}
      </chakra.p>
      {isOn && data.isRequired ? (
        <chakra.p textStyle="dense">{label(texts.required)}</chakra.p>
      ) : (
        <Form onSubmit={(event) => void submit(event)} noValidate aria-busy={isBusy}>
          {setup ? <SecondFactorSetup setup={setup} /> : null}
          {asksPassword ? (
            <FieldLine label={label(texts.password)} isRequired error={isTried && !values.password ? label(texts.passwordHint) : null}>
              {(props) => (
                <PasswordBox
                  {...props}
                  autoComplete="current-password"
                  value={values.password}
                  onChange={(password) => setValues((before) => ({ ...before, password }))}
                />
              )}
            </FieldLine>
          ) : null}
          {asksCode ? (
            <FieldLine
              label={label(setup ? texts.code : texts.anyCode)}
              isRequired
              error={isTried && !values.code.trim() ? label(texts.codeHint) : null}
            >
              {(props) => (
                <TextBox
                  {...props}
                  autoFocus={setup !== null}
                  autoComplete="one-time-code"
                  spellCheck={false}
                  maxLength={40}
                  value={values.code}
                  onChange={(event) => setValues((before) => ({ ...before, code: event.target.value }))}
                />
              )}
            </FieldLine>
          ) : null}
          {fault ? <Fault role="alert">{fault}</Fault> : null}
          <chakra.div display="flex" gap={2}>
            <Button type="submit" variant={isOn ? 'danger' : 'primary'} isBusy={isBusy}>
              {label(setup ? texts.confirm : isOn ? texts.remove : texts.begin)}
            </Button>
            {setup ? <Button onClick={() => start(null)}>{label(texts.cancel)}</Button> : null}
          </chakra.div>
        </Form>
      )}
    </>
  );
}
