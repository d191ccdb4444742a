import { useEffect, useState } from 'react';
import { FieldLine, PasswordBox } from '#src/console/FieldLine.tsx';
import { hasLockPassword, lockScreen } from '#src/console/lockState.ts';
import { useText } from '#src/console/useText.ts';
import { FormDialog } from './FormDialog.tsx';

/** Locks at once where a lock password stands already; else asks for one first (wire 6.12). */
export function LockDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const [password, setPassword] = useState('');
  const [isTried, setTried] = useState(false);
  const isSet = hasLockPassword();
  useEffect(() => {
    if (!isSet) return;
    onClose();
    void lockScreen();
  }, [isSet, onClose]);
  if (isSet) return null;
  const submit = (): void => {
    setTried(true);
    if (!password) return;
    onClose();
    void lockScreen(password);
  };
  return (
    <FormDialog title={t('lock.set')} submitLabel={t('lock.act')} onSubmit={submit} onClose={onClose}>
      <FieldLine label={t('lock.password')} isRequired error={isTried && !password ? t('lock.empty') : null}>
        {(props) => <PasswordBox {...props} autoComplete="new-password" value={password} onChange={setPassword} />}
      </FieldLine>
    </FormDialog>
  );
}
