import { chakra } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { FieldLine, PasswordBox } from '#src/console/FieldLine.tsx';
import { useText } from '#src/console/useText.ts';
import { canUnlock, lockPasswordLength, lockWith } from '#src/offline/session/enter.ts';
import { FormDialog } from './FormDialog.tsx';

/** Locks at once where a lock password stands already; else asks for one first (docs/wire.md#lock). */
export function LockDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const [password, setPassword] = useState('');
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isSet, setSet] = useState<boolean | null>(null);
  useEffect(() => {
    let isGone = false;
    void canUnlock().then(({ byLock }) => {
      if (isGone) return;
      setSet(byLock);
      if (!byLock) return;
      onClose();
      void lockWith();
    });
    return () => {
      isGone = true;
    };
  }, [onClose]);
  if (isSet !== false) return null;
  const fault = !password ? t('lock.empty') : password.length < lockPasswordLength ? t('lock.short', { length: lockPasswordLength }) : null;
  const submit = (): void => {
    setTried(true);
    if (fault) return;
    setBusy(true);
    void lockWith(password).finally(onClose);
  };
  return (
    <FormDialog title={t('lock.set')} submitLabel={t('lock.act')} isBusy={isBusy} onSubmit={submit} onClose={onClose}>
      <FieldLine label={t('lock.password')} isRequired error={isTried ? fault : null}>
        {(props) => <PasswordBox {...props} autoComplete="new-password" value={password} onChange={setPassword} />}
      </FieldLine>
      <chakra.div textStyle="note" color="fg.muted">
        {t('lock.setHint')}
      </chakra.div>
    </FormDialog>
  );
}
