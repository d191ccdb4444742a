import { chakra } from '@chakra-ui/react';
import { keptPaths } from '#domain/desk/keptAct.ts';
import { longText, type Fields } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import { call, isTransportError, servicePath } from '#src/api/call.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';

/** desk: its credential, keys and sign-ins. blocks: the numbers it holds and has not used. */
export type DeskEnd = 'desk' | 'blocks';

const fields: Fields = { reason: longText('原因', 'Reason', { required: true, min: 2, max: 200 }) };
const texts: Readonly<Record<DeskEnd, { readonly title: Label; readonly what: Label; readonly act: Label; readonly done: Label }>> = {
  desk: {
    title: ['吊销前台 {name}', 'Revoke {name}'],
    what: [
      '该前台的凭证、签名密钥和登录立即失效;之后由它签名而送达的操作暂存,由主管处置。用于前台遗失或被盗。',
      'Its credential, signing keys and sign-ins end now; acts signed there that still arrive are kept for a supervisor. For a desk that was lost or stolen.',
    ],
    act: ['吊销', 'Revoke'],
    done: ['已吊销', 'Revoked'],
  },
  blocks: {
    title: ['作废 {name} 的号段', 'Void the numbers of {name}'],
    what: [
      '该前台持有而未用的号码作废,不再发出;它此前已打印的标签仍然有效。',
      'The numbers it holds and has not used are void and never given out again; labels it printed before stay good.',
    ],
    act: ['作废', 'Void'],
    done: ['已作废', 'Void'],
  },
};

/** Ends what a lost desk could do, with a reason. */
export function EndDeskDrawer({
  what,
  deviceId,
  name,
  onClose,
  onDone,
}: {
  readonly what: DeskEnd;
  readonly deviceId: string;
  readonly name: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const { label } = useText();
  const said = texts[what];
  const form = useDescribedForm({
    fields,
    isSavedByLastEnter: false,
    onSave: async ({ reason }) => {
      const path = what === 'desk' ? servicePath('sample', keptPaths.revoke) : servicePath('code', 'number-block/close');
      try {
        await call('POST', path, { body: { deviceId, reason } });
      } catch (error) {
        if (isTransportError(error)) notify.error(['连接不上服务器', 'The server cannot be reached']);
        return [];
      }
      notify.success(said.done);
      onDone();
      return undefined;
    },
  });
  return (
    <SideDrawer
      size="sm"
      title={label(said.title, { name })}
      form={form}
      onClose={onClose}
      footer={
        <Button variant="danger" isBusy={form.isSaving} onClick={() => void form.save()} data-enter-end>
          {label(said.act)}
        </Button>
      }
    >
      <chakra.p textStyle="dense" mb={3}>
        {label(said.what)}
      </chakra.p>
      <FormGrid form={form} columns={1} isFocused />
    </SideDrawer>
  );
}
