import { longText, type Fields } from '#domain/kernel/fields.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';

const fields: Fields = { reason: longText('驳回原因', 'Reason', { required: true, min: 2, max: 200 }) };

/** Asks for the reason of a rejection. */
export function RejectDrawer({
  count,
  onReject,
  onClose,
}: {
  readonly count: number;
  readonly onReject: (reason: string) => Promise<void>;
  readonly onClose: () => void;
}) {
  const { label } = useText();
  const form = useDescribedForm({ fields, onSave: ({ reason }) => onReject(String(reason)) });
  return (
    <SideDrawer
      size="sm"
      title={label(['驳回 {count} 项操作', 'Reject {count} acts'], { count })}
      form={form}
      onClose={onClose}
      footer={
        <Button variant="danger" isBusy={form.isSaving} onClick={() => void form.save()} data-enter-end>
          {label(['驳回', 'Reject'])}
        </Button>
      }
    >
      <FormGrid form={form} columns={1} isFocused />
    </SideDrawer>
  );
}
