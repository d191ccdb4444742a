import { OctagonAlert } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import type { SecondStep } from '#src/api/session.ts';
import { FieldLine, TextBox } from '#src/console/FieldLine.tsx';
import { SecondFactorSetup } from '#src/console/SecondFactorSetup.tsx';
import { useText } from '#src/console/useText.ts';
import { signInBySecondStep } from '#src/offline/session/enter.ts';
import { Button } from '#src/ui/Button.tsx';
import { LoginFields, LoginRow } from './loginParts.tsx';
import { NoticeBox } from './NoticeBox.tsx';

const texts = {
  title: ['双重验证', 'Second step'],
  needed: ['管理员须先设置双重验证才能登录。', 'Administrators need an authenticator to log in: set yours up now.'],
  code: ['动态验证码', 'Code'],
  codeHint: ['请输入验证器显示的 6 位数字, 或一个恢复码', 'Enter the 6 digits your authenticator shows, or a recovery code'],
  setupHint: ['请输入验证器显示的 6 位数字', 'Enter the 6 digits your authenticator shows'],
  back: ['返回登录', 'Back to login'],
} as const satisfies Record<string, Label>;

export interface SecondStepFormProps {
  readonly step: SecondStep;
  /** That of the first step, where it was one: the desk's keys open with it. */
  readonly password?: string;
  readonly onBack: () => void;
}

/** The second step of a login: the code of an authenticator or a recovery code; sets one up where it must be. */
export function SecondStepForm({ step, password, onBack }: SecondStepFormProps) {
  const { t, label } = useText();
  const [code, setCode] = useState('');
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const box = useRef<HTMLInputElement>(null);
  const hint = label(step.setup ? texts.setupHint : texts.codeHint);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    setFailure(null);
    if (!code.trim()) return box.current?.focus();
    setBusy(true);
    try {
      // The guard leads on as soon as the session stands.
      await signInBySecondStep(step.ticket, code.trim(), password);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      box.current?.select();
    } finally {
      setBusy(false);
    }
  };
  return (
    <LoginFields onSubmit={(event) => void submit(event)} noValidate aria-busy={isBusy} aria-label={label(texts.title)} mt={3}>
      {step.setup ? (
        <>
          <NoticeBox kind="warning" role="status" icon={OctagonAlert}>
            {label(texts.needed)}
          </NoticeBox>
          <SecondFactorSetup setup={step.setup} />
        </>
      ) : null}
      <FieldLine label={label(texts.code)} error={isTried && !code.trim() ? hint : null}>
        {(props) => (
          <TextBox
            {...props}
            ref={box}
            autoFocus
            size="lg"
            name="second-code"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            placeholder={hint}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </FieldLine>
      {failure ? (
        <NoticeBox kind="danger" role="alert" icon={OctagonAlert}>
          {failure}
        </NoticeBox>
      ) : null}
      <LoginRow>
        <Button type="submit" variant="primary" size="lg" isBusy={isBusy}>
          {t(isBusy ? 'login.busy' : 'login.submit')}
        </Button>
        <Button size="lg" onClick={onBack}>
          {label(texts.back)}
        </Button>
      </LoginRow>
    </LoginFields>
  );
}
