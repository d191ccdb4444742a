import { chakra } from '@chakra-ui/react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { isGoodPassword } from '#domain/user/userAccount.ts';
import { call, CallError, servicePath } from '#src/api/call.ts';
import { encryptPassword } from '#src/api/password.ts';
import { logout } from '#src/api/session.ts';
import { forgetPassword } from '#src/offline/session/enter.ts';
import { Button } from '#src/ui/Button.tsx';
import { notify } from '#src/ui/notify.tsx';
import { FieldLine, PasswordBox } from './FieldLine.tsx';
import { sentence } from './text.ts';
import { useFocusFault } from './useFocusFault.ts';
import { useText } from './useText.ts';

const Form = chakra('form', { base: { display: 'flex', flexDirection: 'column', gap: 4, maxW: '400px' } });
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
const Row = chakra('div', { base: { display: 'flex', gap: 2 } });

export interface PasswordFormProps {
  readonly userId: string;
  /** The old password's box is ready to be typed in. */
  readonly isFocused?: boolean;
  /** The password is another one; the sign-in of the old one is about to end. */
  readonly onChanged?: () => void;
  /** Further buttons beside its own. */
  readonly beside?: ReactNode;
}

/** Another password of one's own; the sign-ins end with the old one. */
export function PasswordForm({ userId, isFocused = false, onChanged, beside }: PasswordFormProps) {
  const { t } = useText();
  const [values, setValues] = useState({ old: '', next: '', again: '' });
  const [tries, setTries] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [refused, setRefused] = useState<{ readonly next: string; readonly why: string } | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useFocusFault(form, tries);

  const { old, next, again } = values;
  const faults = {
    old: old ? null : t('password.oldHint'),
    next: !next
      ? t('password.nextHint')
      : next === old
        ? t('password.same')
        : !isGoodPassword(next)
          ? t('password.weak')
          : refused?.next === next
            ? refused.why
            : null,
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
      const body = { oldPassword, newPassword, newPassword1 };
      await call('POST', servicePath('user', 'update-password'), { body, quiet: true, timeoutMs: 60_000 });
      await forgetPassword(userId);
      onChanged?.();
      await logout();
      notify.success(sentence('password.done'));
    } catch (error) {
      const { refusal } = ((error instanceof CallError ? error.body : null) as { refusal?: string } | null) ?? {};
      // Of the new password: told at its box, until it is another one.
      if (refusal?.startsWith('password.')) return setRefused({ next, why: (error as Error).message });
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
          autoFocus={isFocused && name === 'old'}
          autoComplete={autoComplete}
          value={values[name]}
          onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
        />
      )}
    </FieldLine>
  );
  return (
    <Form ref={form} onSubmit={(event) => void submit(event)} noValidate aria-busy={isBusy}>
      {line('old', t('password.old'), 'current-password')}
      {line('next', t('password.next'), 'new-password')}
      {line('again', t('password.again'), 'new-password')}
      {failure ? <Fault role="alert">{failure}</Fault> : null}
      <Row>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {t('password.submit')}
        </Button>
        {beside}
      </Row>
    </Form>
  );
}
