import { chakra } from '@chakra-ui/react';
import { FlaskConical } from 'lucide-react';
import { useMemo, useState } from 'react';
import { longText, ref } from '#domain/kernel/fields.ts';
import type { AnswerOf } from '#domain/kernel/contract.ts';
import type { Declared } from '#domain/contracts.ts';
import { opParameter } from '#domain/op/opParameter.ts';
import { partnerField } from '#domain/op/partnerFields.ts';
import { ask } from '#src/api/ask.ts';
import { CallError } from '#src/api/call.ts';
import { problemsOf } from '#src/console/act/AskDrawer.tsx';
import { useText } from '#src/console/useText.ts';
import { ListScreen } from '#src/resource/ListScreen.tsx';
import { Button } from '#src/ui/Button.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';

type Tried = AnswerOf<Declared['POST op/op-parameter/try']>;

/** 接口系统参数: where values stand in partners' messages, with a trial of a pasted one. */
export function Screen() {
  const { label } = useText();
  const [isTrying, setTrying] = useState(false);
  return (
    <>
      <ListScreen
        resource={opParameter}
        screen={opParameter.screens[0]}
        tools={() => (
          <Button size="sm" icon={FlaskConical} onClick={() => setTrying(true)}>
            {label(['试读报文', 'Try a message'])}
          </Button>
        )}
      />
      {isTrying ? <TryDrawer onClose={() => setTrying(false)} /> : null}
    </>
  );
}

const fields = {
  interfaceId: ref('接口', 'Interface', 'opInterface', { required: true }),
  body: longText('报文', 'Message', {
    required: true,
    max: 65_536,
    help: ['粘贴对方的JSON报文; 只试读, 不保存', 'Paste their JSON; it is read and not kept'],
  }),
} as const;

/** Reads a pasted message by the stored parameters: what each row would be, and what is wrong with it. */
function TryDrawer({ onClose }: { readonly onClose: () => void }) {
  const { label } = useText();
  const [tried, setTried] = useState<Tried | null>(null);
  const form = useDescribedForm({
    fields,
    values: {},
    onSave: async ({ interfaceId, body }) => {
      setTried(null);
      try {
        setTried(await ask('POST op/op-parameter/try', { body: { interfaceId, body }, quiet: true }));
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        return problemsOf(error);
      }
      return undefined;
    },
  });
  return (
    <SideDrawer
      title={label(['试读报文', 'Try a message'])}
      form={form}
      onClose={onClose}
      footer={
        <Button variant="primary" icon={FlaskConical} isBusy={form.isSaving} onClick={() => void form.save()} data-enter-end>
          {label(['试读', 'Try'])}
        </Button>
      }
    >
      <FormGrid form={form} columns={1} isFocused />
      {tried ? <Rows tried={tried} /> : null}
    </SideDrawer>
  );
}

function Rows({ tried: { rowCount, rows } }: { readonly tried: Tried }) {
  const { label } = useText();
  const names = useMemo(() => new Map<string, string>(partnerField.options.map(({ code, label: name }) => [String(code), label(name)])), [label]);
  return (
    <chakra.section mt={3} display="grid" gap={3} aria-live="polite">
      <chakra.h3 textStyle="body" fontWeight="medium">
        {rowCount > rows.length
          ? label(['共 {total} 行, 显示前 {shown} 行', '{total} rows, the first {shown} shown'], { total: rowCount, shown: rows.length })
          : label(['共 {total} 行', '{total} rows'], { total: rowCount })}
      </chakra.h3>
      {rows.map(({ values, faults }, index) => (
        // Rows of one answer stand still.
        // oxlint-disable-next-line react/no-array-index-key
        <chakra.div key={index} border="hairline" borderRadius="md" p={2} display="grid" gap={1}>
          <StatusWord tone={faults.length > 0 ? 'danger' : 'success'}>
            {faults.length > 0 ? faults.map(({ code, msg }) => `${code} ${msg}`).join('; ') : label(['可以读取', 'It can be read'])}
          </StatusWord>
          <chakra.dl display="grid" gridTemplateColumns="140px 1fr" gap={1} textStyle="dense">
            {Object.entries(values).map(([name, value]) => (
              <chakra.div key={name} display="contents">
                <chakra.dt color="fg.muted">{names.get(name) ?? name}</chakra.dt>
                <chakra.dd overflowWrap="anywhere">{Array.isArray(value) ? value.join(', ') : String(value)}</chakra.dd>
              </chakra.div>
            ))}
          </chakra.dl>
        </chakra.div>
      ))}
    </chakra.section>
  );
}
