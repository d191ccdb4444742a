import { useState } from 'react';
import { refList } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import { clientAccount } from '#domain/user/clientAccount.ts';
import { buildType } from '#domain/user/userAccount.ts';
import { call, CallError, isTransportError, servicePath } from '#src/api/call.ts';
import { getMaster } from '#src/offline/master/masterData.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { DoingDrawer, type DoneRow } from './DoingDrawer.tsx';

const { roleIds, deptIds } = clientAccount.fields;
const fields = {
  clientIds: refList('送检单位', 'Sending clients', 'sendSampleClient', {
    required: true,
    max: 200,
    help: ['每个单位开通一个账号, 账号为单位编号', 'One account for each client, called as its code'],
  }),
  roleIds,
  deptIds,
} as const;
const title: Label = ['按单位开通账号', 'Open accounts for clients'];

interface Opened {
  readonly oneTimePassword?: string;
}

/** Opens an account for each of many clients, all with the same roles; each one has its own answer. */
export function OpenAccountsDrawer({ onClose }: { readonly onClose: () => void }) {
  const { label } = useText();
  const [done, setDone] = useState<readonly DoneRow[] | null>(null);
  const form = useDescribedForm({
    fields,
    onSave: async (values) => {
      const ids = values['clientIds'] as readonly string[];
      const made: DoneRow[] = await Promise.all(
        ids.map(async (id): Promise<DoneRow> => {
          const client = await getMaster('sendSampleClient', id);
          const row = { id, account: client?.['clientCode'] ?? id, name: client?.['clientName'] ?? '' };
          return { row, state: 'waiting', word: ['等待', 'Waiting'], password: null };
        }),
      );
      setDone([...made]);
      for (const [index, { row }] of made.entries()) {
        try {
          const body = { sendSampleClientId: row.id, roleId: values['roleIds'], deptId: values['deptIds'], buildType: buildType.system };
          const saved = await call<Opened>('POST', servicePath('base', 'client-account/submit'), { body, quiet: true });
          made[index] = { row, state: 'done', word: ['已开通', 'Opened'], password: saved.oneTimePassword ?? null };
        } catch (error) {
          if (!(error instanceof CallError)) throw error;
          const reason: Label = isTransportError(error) ? ['连接不上服务器', 'The server cannot be reached'] : [error.message, error.message];
          made[index] = { row, state: 'failed', word: reason, password: null };
        }
        setDone([...made]);
      }
    },
  });
  if (done) return <DoingDrawer title={title} rows={done} onClose={onClose} />;
  return (
    <SideDrawer
      title={label(title)}
      form={form}
      onClose={onClose}
      footer={
        <Button type="submit" variant="primary" isBusy={form.isSaving} data-enter-end="">
          {label(['开通', 'Open'])}
        </Button>
      }
    >
      <FormGrid form={form} columns={1} isFocused />
    </SideDrawer>
  );
}
