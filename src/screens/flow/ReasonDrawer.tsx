import { type ReactNode, useState } from 'react';
import type { Problem } from '#domain/kernel/check.ts';
import { type Fields, longText } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';

export interface ReasonDrawerProps {
  readonly title: string;
  readonly reasonLabel: Label;
  readonly actLabel: Label;
  readonly onAct: (reason: string) => Promise<readonly Problem[] | void>;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Asks for a reason, then acts. */
export function ReasonDrawer({ title, reasonLabel, actLabel, onAct, onClose, children }: ReasonDrawerProps) {
  const { label } = useText();
  const [fields] = useState<Fields>(() => ({ reason: longText(reasonLabel[0], reasonLabel[1], { required: true, max: 200 }) }));
  const form = useDescribedForm({
    fields,
    onSave: async ({ reason }) => {
      const problems = await onAct(String(reason));
      if (!problems) onClose();
      return problems;
    },
  });
  return (
    <SideDrawer
      size="sm"
      title={title}
      form={form}
      onClose={onClose}
      footer={
        <Button type="submit" variant="danger" isBusy={form.isSaving} data-enter-end="">
          {label(actLabel)}
        </Button>
      }
    >
      {children}
      <FormGrid form={form} columns={1} isFocused />
    </SideDrawer>
  );
}
