import { chakra } from '@chakra-ui/react';
import { Send } from 'lucide-react';
import { useState } from 'react';
import type { ProviderAnswer } from '#domain/base/senderContracts.ts';
import type { Fields } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import { CallError } from '#src/api/call.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { Verdict } from '#src/ui/scan/Verdict.tsx';

export interface TestSendDrawerProps {
  /** Sends what was typed, by the fields' names. */
  readonly onSend: (typed: Readonly<Record<string, string>>) => Promise<ProviderAnswer>;
  readonly name: string;
  readonly fields: Fields;
  /** What the message says unless it is changed. */
  readonly values: Readonly<Record<string, Label>>;
  readonly onClose: () => void;
}

/** Sends a message of trial for real and shows what the other side answered, word for word. */
export function TestSendDrawer({ onSend, name, fields, values, onClose }: TestSendDrawerProps) {
  const { label } = useText();
  const [answer, setAnswer] = useState<ProviderAnswer | null>(null);
  const form = useDescribedForm({
    fields,
    values: Object.fromEntries(Object.entries(values).map(([name, said]) => [name, label(said)])),
    onSave: async (sent) => {
      setAnswer(null);
      try {
        setAnswer(await onSend(Object.fromEntries(Object.entries(sent).map(([key, value]) => [key, typeof value === 'string' ? value : '']))));
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        // The sentence of a refusal is shown by the call itself; a dead link has none of its own.
        if (error.isTransport) notify.error(['测试发送需要网络', 'Sending needs the network']);
        return error.problems ?? [];
      }
      return undefined;
    },
  });
  return (
    <SideDrawer
      size="sm"
      title={label(['测试发送 · {name}', 'Test: {name}'], { name })}
      form={form}
      onClose={onClose}
      footer={
        <Button variant="primary" icon={Send} isBusy={form.isSaving} onClick={() => void form.save()} data-enter-end>
          {label(['发送', 'Send'])}
        </Button>
      }
    >
      <FormGrid form={form} columns={1} isFocused />
      {answer ? (
        <chakra.div mt={3} display="flex" flexDirection="column" gap={2}>
          <Verdict
            kind={answer.isAccepted ? 'ok' : 'refused'}
            word={
              answer.isAccepted ? ['对方已受理', 'Accepted'] : answer.status === null ? ['未能送达', 'Not reached'] : ['对方未受理', 'Not accepted']
            }
            detail={[answer.status ?? '—', `${answer.milliseconds} ms`].join(' · ')}
          />
          <chakra.div textStyle="dense" color="fg.muted">
            {label(['对方的应答', 'What the other side answered'])}
          </chakra.div>
          <chakra.pre
            data-testid="provider-answer"
            textStyle="dense"
            fontFamily="mono"
            whiteSpace="pre-wrap"
            overflowWrap="anywhere"
            bg="bg.subtle"
            border="hairline"
            borderRadius="md"
            p={2}
            m={0}
          >
            {answer.text || label(['(空)', '(empty)'])}
          </chakra.pre>
        </chakra.div>
      ) : null}
    </SideDrawer>
  );
}
