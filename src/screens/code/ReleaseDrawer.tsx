import { useQueryClient } from '@tanstack/react-query';
import { thirdpartyBind } from '#domain/code/thirdpartyBind.ts';
import { code, text, type Fields } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import { call, CallError, servicePath } from '#src/api/call.ts';
import { useText } from '#src/console/useText.ts';
import { resourceKey } from '#src/resource/useResourceList.ts';
import type { WireRow } from '#src/resource/wireRow.ts';
import { Button } from '#src/ui/Button.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';

interface OwnProps {
  readonly row: WireRow;
  readonly onClose: () => void;
}
interface ActDrawerProps extends OwnProps {
  readonly title: Label;
  readonly act: Label;
  readonly done: Label;
  readonly verb: string;
  readonly fields: Fields;
}

const reason = text('原因', 'Reason', { required: true, max: 200 });
const releaseFields: Fields = { reason };
const rebindFields: Fields = { thirdpartyBarCode: code('新的第三方条码', 'New third-party barcode', { required: true, max: 40 }), reason };

/** Takes a binding back with a reason. */
export const ReleaseDrawer = (props: OwnProps) => (
  <ActDrawer
    {...props}
    verb="remove"
    fields={releaseFields}
    title={['解绑 {code}', 'Release {code}']}
    act={['解绑', 'Release']}
    done={['已解绑 {code}', 'Released: {code}']}
  />
);

/** Gives one of our barcodes another code of the partner; the old one is free again. */
export const RebindDrawer = (props: OwnProps) => (
  <ActDrawer
    {...props}
    verb="updateBind"
    fields={rebindFields}
    title={['更换 {code} 的第三方条码', 'Replace the third-party barcode of {code}']}
    act={['更换', 'Replace']}
    done={['已更换 {code} 的第三方条码', 'Replaced: {code}']}
  />
);

function ActDrawer({ row, onClose, title, act, done, verb, fields }: ActDrawerProps) {
  const { label } = useText();
  const queries = useQueryClient();
  const params = { code: String(row.barCode) };
  const form = useDescribedForm({
    fields,
    isSavedByLastEnter: true,
    onSave: async (values) => {
      try {
        await call('POST', servicePath('base', `code-thirdparty-bind/${verb}`), { body: { ...values, bindId: row.bindId } });
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        // The sentence of a refusal is shown by the call itself; a dead link has none of its own.
        if (error.isTransport) notify.error(['需要网络', 'This needs the network']);
        return error.problems ?? [];
      }
      notify.success(done, { params });
      void queries.invalidateQueries({ queryKey: resourceKey(thirdpartyBind) });
      onClose();
      return undefined;
    },
  });
  return (
    <SideDrawer
      size="sm"
      title={label(title, params)}
      form={form}
      onClose={onClose}
      footer={
        <Button variant="danger" isBusy={form.isSaving} onClick={() => void form.save()} data-enter-end>
          {label(act)}
        </Button>
      }
    >
      <FormGrid form={form} columns={1} isFocused />
    </SideDrawer>
  );
}
