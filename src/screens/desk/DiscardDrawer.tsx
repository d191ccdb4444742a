import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { Problem } from '#domain/kernel/check.ts';
import { longText, type Fields } from '#domain/kernel/fields.ts';
import { useText } from '#src/console/useText.ts';
import type { OutboxOperation } from '#src/offline/operation.ts';
import { OutboxError } from '#src/offline/outboxError.ts';
import { discardOperation } from '#src/offline/tray.ts';
import { Button } from '#src/ui/Button.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { actTitle } from './operationText.ts';

const fields: Fields = {
  reason: longText('放弃原因', 'Reason', {
    required: true,
    min: 2,
    max: 200,
    help: ['随放弃记录上传服务器,不可更改', 'Sent to the server with the record; cannot be changed later'],
  }),
};

/** Gives acts up: nothing is deleted without a person, a reason and a record of it on the server. */
export function DiscardDrawer({ operations, onClose }: { readonly operations: readonly OutboxOperation[]; readonly onClose: () => void }) {
  const { label, language } = useText();
  const [start] = useState({});
  const form = useDescribedForm({
    fields,
    values: start,
    onSave: async ({ reason }): Promise<readonly Problem[] | void> => {
      for (const { opId } of operations) {
        try {
          await discardOperation(opId, String(reason));
        } catch (error) {
          if (!(error instanceof OutboxError)) throw error;
          notify.error(error.label);
        }
      }
      onClose();
    },
  });
  return (
    <SideDrawer
      size="sm"
      form={form}
      onClose={onClose}
      title={label(['放弃 {count} 项操作', 'Discard {count} acts'], { count: operations.length })}
      footer={
        <Button variant="danger" keyHint="Ctrl+S" isBusy={form.isSaving} onClick={() => void form.save()} data-enter-end>
          {label(['确认放弃', 'Discard'])}
        </Button>
      }
    >
      <chakra.ul listStyleType="none" mb={3} maxH="240px" overflow="auto" textStyle="dense">
        {operations.map(({ opId, type, subject }) => (
          <chakra.li key={opId} py={0.5}>
            {actTitle(type, language)} <chakra.span textStyle="mono">{subject}</chakra.span>
          </chakra.li>
        ))}
      </chakra.ul>
      <FormGrid form={form} columns={1} isFocused />
    </SideDrawer>
  );
}
