import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { Fields } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import { phoneFault } from '#domain/session/phone.ts';
import { ownProof } from '#domain/user/ownInfo.ts';
import { userAccount } from '#domain/user/userAccount.ts';
import { problemOf } from '#domain/kernel/check.ts';
import { call, CallError, servicePath } from '#src/api/call.ts';
import { encryptPassword } from '#src/api/password.ts';
import { sendOwnPhoneCode } from '#src/api/session.ts';
import { useCountdown } from '#src/console/useCountdown.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { FieldInput } from '#src/ui/FieldInput.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { notify } from '#src/ui/notify.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';

export interface OwnInfo {
  readonly id: string;
  readonly account: string;
  readonly realName: string;
  readonly name: string | null;
  readonly phone: string;
  /** 1: proven by a code, so that it can be used to log in. */
  readonly isPhoneProven: number;
  readonly email: string;
  readonly sex: number | null;
  readonly avatar: string;
  readonly roleName: string;
  readonly deptName: string;
  readonly postName: string;
}

const { realName, name, phone, email, sex } = userAccount.fields;
const fields: Fields = { realName, name, phone, codeValue: ownProof.codeValue, email, sex, password: ownProof.password };
const words = {
  send: ['发送验证码', 'Send code'],
  left: ['{seconds}秒后重发', '{seconds} s to resend'],
  sent: ['验证码已发送到 {phone}', 'A code was sent to {phone}'],
  proven: ['可用于登录', 'Can log in'],
  unproven: ['未验证, 不能用于登录', 'Not verified: cannot log in'],
} as const satisfies Record<string, Label>;

const Beside = chakra('div', { base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: 2 } });

/** Who one is to the others. What tells that, or where codes go, is saved with the password; a number is proven by a code. */
export function InfoForm({ info, onSaved }: { readonly info: OwnInfo; readonly onSaved: () => void }) {
  const { label } = useText();
  const { renew } = useSession();
  const [code, setCode] = useState<{ readonly id: string; readonly phone: string } | null>(null);
  const [isSending, setSending] = useState(false);
  const [left, setLeft] = useCountdown();
  const form = useDescribedForm({
    fields,
    values: { ...info },
    onSave: async ({ password, codeValue, ...values }) => {
      const typed = typeof password === 'string' && password !== '' ? await encryptPassword(password) : '';
      const proof = codeValue ? { codeValue, codeId: code?.id ?? '' } : {};
      try {
        await call('POST', servicePath('user', 'update-info'), { body: { ...values, ...proof, password: typed } });
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (error.isTransport) notify.error(['需要网络, 内容仍在此处', 'This needs the network; what you typed is still here']);
        return error.problems ?? [];
      }
      notify.success(['已保存', 'Saved']);
      form.methods.setValue('password', '');
      form.methods.setValue('codeValue', '');
      setCode(null);
      onSaved();
      void renew();
      return undefined;
    },
  });
  const send = async (): Promise<void> => {
    const number = String(form.methods.getValues('phone') ?? '').trim();
    const fault = phoneFault(number);
    if (fault) return form.showProblems([problemOf('phone', phone, 'rule', { text: fault })]);
    setSending(true);
    try {
      const { id, seconds } = await sendOwnPhoneCode(number);
      setCode({ id, phone: number });
      setLeft(seconds);
      form.focusField('codeValue');
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const text: Label = error.isTransport ? ['发送验证码需要网络', 'Sending a code needs the network'] : [error.message, error.message];
      form.showProblems([problemOf('codeValue', ownProof.codeValue, 'rule', { text })]);
    } finally {
      setSending(false);
    }
  };
  return (
    <form {...form.formProps}>
      <FormGrid
        form={form}
        columns={2}
        settings={{
          phone: {
            mark: info.phone ? (
              <StatusWord tone={info.isPhoneProven === 1 ? 'success' : 'neutral'}>
                {label(info.isPhoneProven === 1 ? words.proven : words.unproven)}
              </StatusWord>
            ) : null,
          },
          codeValue: {
            control: (props) => (
              <Beside>
                <FieldInput {...props} />
                <Button isBusy={isSending} disabled={left > 0} onClick={() => void send()}>
                  {left > 0 ? label(words.left, { seconds: left }) : label(words.send)}
                </Button>
              </Beside>
            ),
          },
        }}
      />
      {code ? (
        <chakra.p role="status" textStyle="note" color="fg.muted" mt={2}>
          {label(words.sent, { phone: code.phone })}
        </chakra.p>
      ) : null}
      <chakra.div mt={3}>
        <Button type="submit" variant="primary" isBusy={form.isSaving} data-enter-end="">
          {label(['保存', 'Save'])}
        </Button>
      </chakra.div>
    </form>
  );
}
