import { chakra } from '@chakra-ui/react';
import { type FormEvent, useState } from 'react';
import { isGoodPassword } from '#domain/user/userAccount.ts';
import { call, servicePath } from '#src/api/call.ts';
import { encryptPassword } from '#src/api/password.ts';
import { logout } from '#src/api/session.ts';
import { FieldLine, PasswordBox } from '#src/console/FieldLine.tsx';
import { sentence } from '#src/console/text.ts';
import { useText } from '#src/console/useText.ts';
import { forgetPassword } from '#src/offline/keys/enter.ts';
import { Button } from '#src/ui/Button.tsx';
import { notify } from '#src/ui/notify.tsx';

const empty = { old: '', next: '', again: '' };

/** Another password of one's own; the sign-ins end with the old one. */
export function PasswordForm({ userId }: { readonly userId: string }) {
  const { t } = useText();
  const [values, setValues] = useState(empty);
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { old, next, again } = values;
  const faults = {
    old: old ? null : t('password.oldHint'),
    next: !next ? t('password.nextHint') : next === old ? t('password.same') : isGoodPassword(next) ? null : t('password.weak'),
    again: !again ? t('password.againHint') : again === next ? null : t('password.differs'),
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    setFailure(null);
    if (faults.old || faults.next || faults.again) return;
    setBusy(true);
    try {
      const [oldPassword, newPassword, newPassword1] = await Promise.all([old, next, again].map(encryptPassword));
      const body = { oldPassword, newPassword, newPassword1 };
      await call('POST', servicePath('user', 'update-password'), { body, quiet: true, timeoutMs: 60_000 });
      await forgetPassword(userId);
      await logout();
      notify.success(sentence('password.done'));
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  const line = (name: keyof typeof values, label: string, autoComplete: string) => (
    <FieldLine label={label} isRequired error={isTried ? faults[name] : null}>
      {(props) => (
        <PasswordBox
          {...props}
          autoComplete={autoComplete}
          value={values[name]}
          onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
        />
      )}
    </FieldLine>
  );
  return (
    <chakra.form onSubmit={(event) => void submit(event)} noValidate display="flex" flexDirection="column" gap={3} maxW="400px">
      <chakra.p textStyle="dense" color="fg.muted">
        {t('password.rule')}
      </chakra.p>
      {line('old', t('password.old'), 'current-password')}
      {line('next', t('password.next'), 'new-password')}
      {line('again', t('password.again'), 'new-password')}
      {failure ? (
        <chakra.p role="alert" textStyle="dense" color="danger.text">
          {failure}
        </chakra.p>
      ) : null}
      <div>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {t('password.submit')}
        </Button>
      </div>
    </chakra.form>
  );
}
