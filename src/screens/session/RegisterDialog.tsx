import { chakra, Dialog, Portal } from '@chakra-ui/react';
import { OctagonAlert } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { type Registration, registrationFault, registrationTexts } from '#domain/session/registration.ts';
import { type Guest, registerGuest } from '#src/api/session.ts';
import { isTransportError } from '#src/api/call.ts';
import { FieldLine, PasswordBox, TextBox } from '#src/console/FieldLine.tsx';
import { useFocusFault } from '#src/console/useFocusFault.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { notify } from '#src/ui/notify.tsx';
import { NoticeBox } from './NoticeBox.tsx';

const texts = {
  title: ['账号注册', 'Ask for an account'],
  text: [
    '您在第三方系统的身份还没有绑定账号。提交后由管理员审核。',
    'No account here belongs to you yet. An administrator will look at what you ask for.',
  ],
  tenantId: ['租户编号', 'Tenant id'],
  name: ['用户姓名', 'Name'],
  account: ['账号名称', 'Account'],
  password: ['账号密码', 'Password'],
  password2: ['确认密码', 'Repeat the password'],
  submit: ['提交', 'Submit'],
  leave: ['返回登录', 'Back to the login'],
  done: ['注册申请已提交,请耐心等待管理员通过!', 'Your request was submitted; wait for an administrator to approve it!'],
  failed: ['提交失败', 'It could not be submitted'],
} as const satisfies Record<string, Label>;

export interface RegisterDialogProps {
  readonly guest: Guest;
  /** Back to the login page: submitted, or given up. */
  readonly onClose: () => void;
}

/** 账号注册: 20 % of the window wide, ended by its own buttons alone; the rules of docs/contract.md#validation in their order. */
export function RegisterDialog({ guest, onClose }: RegisterDialogProps) {
  const { t, label } = useText();
  const [values, setValues] = useState<Registration>({ tenantId: guest.tenantId, name: guest.name, account: '', password: '', password2: '' });
  const [fault, setFault] = useState<{ readonly at: keyof Registration; readonly text: Label } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [tries, setTries] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useFocusFault(form, tries);
  useEffect(() => {
    // A button that is busy has no focus: it gets it back.
    if (failure) form.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
  }, [failure]);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = registrationFault(values);
    // One sentence for both passwords (docs/contract.md#validation): it stands at the one that is missing.
    setFault(found && { at: found === 'password' && values.password ? 'password2' : found, text: registrationTexts[found] });
    setTries(tries + 1);
    setFailure(null);
    if (found) return;
    setBusy(true);
    try {
      await registerGuest(values, guest.oauthId);
      notify.success(texts.done, { stayMs: 0 });
      onClose();
    } catch (error) {
      // docs/contract.md#errors: the server's own sentence, else one of ours.
      setFailure(error instanceof Error && !isTransportError(error) && error.message ? error.message : label(texts.failed));
    } finally {
      setBusy(false);
    }
  };
  const change = (name: keyof Registration) => (value: string) => setValues((before) => ({ ...before, [name]: value }));
  const errorOf = (name: keyof Registration): string | null => (fault?.at === name ? label(fault.text) : null);
  return (
    <Dialog.Root open closeOnEscape={false} closeOnInteractOutside={false}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content w="20%" minW="340px" maxW="480px">
            <form ref={form} onSubmit={(event) => void submit(event)} noValidate aria-busy={isBusy}>
              <Dialog.Header>
                <Dialog.Title>{label(texts.title)}</Dialog.Title>
              </Dialog.Header>
              <Dialog.Body display="flex" flexDirection="column" gap={3}>
                <chakra.p textStyle="dense" color="fg.muted">
                  {label(texts.text)} {t('password.rule')}
                </chakra.p>
                {(['tenantId', 'name', 'account'] as const).map((name) => (
                  <FieldLine key={name} label={label(texts[name])} isRequired={name !== 'name'} error={errorOf(name)}>
                    {(props) => (
                      <TextBox
                        {...props}
                        name={`register-${name}`}
                        autoComplete={name === 'account' ? 'username' : name === 'name' ? 'name' : 'off'}
                        maxLength={40}
                        value={values[name]}
                        onChange={(event) => change(name)(event.target.value)}
                      />
                    )}
                  </FieldLine>
                ))}
                {(['password', 'password2'] as const).map((name) => (
                  <FieldLine key={name} label={label(texts[name])} isRequired error={errorOf(name)}>
                    {(props) => (
                      <PasswordBox {...props} name={`register-${name}`} autoComplete="new-password" value={values[name]} onChange={change(name)} />
                    )}
                  </FieldLine>
                ))}
                {failure ? (
                  <NoticeBox kind="danger" role="alert" icon={OctagonAlert}>
                    {failure}
                  </NoticeBox>
                ) : null}
              </Dialog.Body>
              <Dialog.Footer>
                <Button onClick={onClose}>{label(texts.leave)}</Button>
                <Button type="submit" variant="primary" isBusy={isBusy}>
                  {label(texts.submit)}
                </Button>
              </Dialog.Footer>
            </form>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
