import { tenant } from '#domain/system/tenant.ts';
import { call, CallError, servicePath } from '#src/api/call.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';

const { accountNumber, expireTime } = tenant.fields;
const fields = { accountNumber: { ...accountNumber, required: true }, expireTime };

/** Accounts and expiry of several tenants at once (tenant/setting). */
export function TenantSetting({
  ids,
  onClose,
  onSaved,
}: {
  readonly ids: readonly string[];
  readonly onClose: () => void;
  readonly onSaved: () => void;
}) {
  const { label } = useText();
  const form = useDescribedForm({
    fields,
    values: { accountNumber: -1 },
    onSave: async (values) => {
      try {
        await call('POST', servicePath('system', 'tenant/setting'), {
          body: { ids: ids.join(','), accountNumber: values['accountNumber'], expireTime: values['expireTime'] ?? '' },
          quiet: true,
        });
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (!error.problems?.length) notify.error(error.message, { detail: error.requestId });
        return error.problems ?? [];
      }
      notify.success(['操作成功!', 'Done']);
      onSaved();
      onClose();
      return undefined;
    },
  });
  return (
    <SideDrawer
      size="sm"
      title={label(['授权设置 · {count} 个租户', 'Limits of {count} tenants'], { count: ids.length })}
      form={form}
      onClose={onClose}
      footer={
        <Button type="submit" variant="primary" data-enter-end="" isBusy={form.isSaving}>
          {label(['保存', 'Save'])}
        </Button>
      }
    >
      <FormGrid form={form} columns={1} isFocused />
    </SideDrawer>
  );
}
