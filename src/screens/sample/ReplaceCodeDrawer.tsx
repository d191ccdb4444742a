import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { code, text, type Fields } from '#domain/kernel/fields.ts';
import { call, CallError, servicePath } from '#src/api/call.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { refreshWorklist } from '#src/offline/worklists.ts';
import { Button } from '#src/ui/Button.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';

const fields: Fields = {
  newCode: code('新条码', 'New code', { required: true, max: 32, help: ['贴上新标签后扫描', 'Scan it once the new label is on the tube'] }),
  reason: text('原因', 'Reason', { required: true, max: 200 }),
};
const settings = { newCode: { takesScan: true } };

export interface ReplaceCodeDrawerProps {
  readonly sampleCode: string;
  readonly onClose: () => void;
  readonly onDone?: (newCode: string) => void;
}

/** Another label for a tube whose own is damaged: scan the new one, say why. Needs the network. */
export function ReplaceCodeDrawer({ sampleCode, onClose, onDone }: ReplaceCodeDrawerProps) {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const form = useDescribedForm({
    fields,
    isSavedByLastEnter: true,
    onSave: async ({ newCode, reason }) => {
      try {
        await call('POST', servicePath('sample', 'enter-info/replace-code'), { body: { sampleCode, newCode, reason } });
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (error.isTransport) notify.error(['此操作需要网络,内容已保留', 'This needs the network; what you typed stays']);
        return error.problems ?? [];
      }
      notify.success(['{old} 已作废, 样本改用 {code}', '{old} is void; the tube is {code} now'], {
        params: { old: sampleCode, code: String(newCode) },
      });
      void queries.invalidateQueries({ queryKey: ['call'] });
      // What waits on this desk is scanned by the new code at once; a failure leaves it for the next minute.
      for (const [name, right] of [
        ['handover', 'handover_save'],
        ['labReceive', 'lab_receive'],
      ] as const)
        if (can(right)) void refreshWorklist(name).catch(() => undefined);
      onDone?.(String(newCode));
      onClose();
      return undefined;
    },
  });
  return (
    <SideDrawer
      size="sm"
      title={label(['更换条码 {code}', 'Replace code {code}'], { code: sampleCode })}
      form={form}
      onClose={onClose}
      footer={
        <Button variant="primary" isBusy={form.isSaving} onClick={() => void form.save()} data-enter-end>
          {label(['更换条码', 'Replace the code'])}
        </Button>
      }
    >
      <chakra.p textStyle="dense" color="fg.muted" mb={2}>
        {label([
          '原条码永久作废, 但仍能查到此样本; 扫描原条码会提示新条码',
          'The old code is void for ever and still leads to this tube; who scans it is told the new one',
        ])}
      </chakra.p>
      <FormGrid form={form} columns={1} settings={settings} isFocused />
    </SideDrawer>
  );
}
