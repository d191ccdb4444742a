import type { ApplyKind } from '#domain/code/codeApply.ts';
import { choices } from '#domain/kernel/choices.ts';
import { choice, longText, text, type Fields } from '#domain/kernel/fields.ts';
import { normalCode } from '#domain/sample/codeText.ts';
import { call, CallError, servicePath } from '#src/api/call.ts';
import { useText } from '#src/console/useText.ts';
import type { WireRow } from '#src/resource/wireRow.ts';
import { Button } from '#src/ui/Button.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';

const acts = choices({
  reprint: ['reprint', '重打', 'Print again'],
  replace: ['replace', '更换新号', 'New codes'],
  void: ['void', '作废', 'Void'],
});
const fields: Fields = {
  act: choice('操作', 'Act', acts, { required: true }),
  codes: longText('条码', 'Codes', { required: true, max: 100_000, help: ['扫描或粘贴,每行一个', 'Scan or paste, one a line'] }),
  reason: text('原因', 'Reason', { required: true, max: 200 }),
};

/** Codes as they were scanned or pasted: by line, blank or comma; each once. */
export const codesIn = (typed: string): readonly string[] => [
  ...new Set(
    typed
      .split(/[\s,;,;、]+/u)
      .map(normalCode)
      .filter((code) => code !== ''),
  ),
];

interface CodeAgainDrawerProps {
  readonly kind: ApplyKind;
  readonly row: WireRow;
  readonly onClose: () => void;
  /** With the job to print, where there is one. */
  readonly onDone: (printId: string | null) => void;
}

/** Labels once more, new codes in their place, or codes given up: each with its reason. */
export function CodeAgainDrawer({ kind, row, onClose, onDone }: CodeAgainDrawerProps) {
  const { label } = useText();
  const form = useDescribedForm({
    fields,
    values: { act: 'reprint', codes: row.firstCode === row.lastCode ? row.firstCode : '' },
    onSave: async ({ act, codes: typed, reason }) => {
      const codes = codesIn(String(typed));
      try {
        const verb = act === 'void' ? 'void' : 'reprint';
        const answer = await call<{ printId?: string }>('POST', servicePath('code', `${kind}-code-apply/${verb}`), {
          body: { applyId: row.applyId, codes, reason, ...(act === 'replace' ? { replace: true } : {}) },
        });
        notify.success(['已登记 {count} 个条码', '{count} codes recorded'], { params: { count: codes.length } });
        onDone(answer.printId ?? null);
        return undefined;
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (error.isTransport) notify.error(['需要网络', 'This needs the network']);
        return error.problems ?? [];
      }
    },
  });
  return (
    <SideDrawer
      size="sm"
      title={label(['重打、更换或作废: {first} 起', 'Again, replaced or void: {first} on'], { first: String(row.firstCode) })}
      form={form}
      onClose={onClose}
      footer={
        <Button variant="primary" isBusy={form.isSaving} onClick={() => void form.save()} data-enter-end>
          {label(['确定', 'OK'])}
        </Button>
      }
    >
      <FormGrid form={form} columns={1} isFocused />
    </SideDrawer>
  );
}
