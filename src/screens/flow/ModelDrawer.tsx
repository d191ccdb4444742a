import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FlowModel } from '#domain/flow/flowRows.ts';
import { type Fields, longText, text } from '#domain/kernel/fields.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { BpmnFile, type ChosenFile } from './BpmnFile.tsx';
import { sendAct } from './sendAct.ts';

const fields: Fields = {
  name: text('模型名称', 'Name', { max: 100, help: ['留空则取流程图中的名称', 'Empty: as the file says'] }),
  description: longText('说明', 'Description', { max: 500, help: ['留空则取流程图中的说明', 'Empty: as the file says'] }),
};

export interface ModelDrawerProps {
  /** null: a new one. */
  readonly model: FlowModel | null;
  readonly onClose: () => void;
}

/** A model from a file: looked at here, judged by the server, kept as its next version. */
export function ModelDrawer({ model, onClose }: ModelDrawerProps) {
  const { label } = useText();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const [isMissing, setMissing] = useState(false);
  const form = useDescribedForm({
    fields,
    values: model ? { name: model.name, description: model.description } : {},
    onSave: async (values) => {
      setMissing(chosen === null);
      if (!chosen) return [];
      const body = { ...values, ...(model ? { id: model.id } : {}), modelEditorXml: chosen.xml };
      const problems = await sendAct(queries, { path: 'model/submit', body, done: ['流程模型已保存', 'The model is saved'] });
      if (!problems) onClose();
      return problems;
    },
  });
  return (
    <SideDrawer
      title={model ? label(['更新模型 · {name}', 'Change: {name}'], { name: model.name }) : label(['新增模型', 'New model'])}
      form={form}
      onClose={onClose}
      footer={
        <Button type="submit" variant="primary" keyHint="Ctrl+S" isBusy={form.isSaving} data-enter-end="">
          {label(['保存', 'Save'])}
        </Button>
      }
    >
      <FormGrid form={form} columns={1} isFocused />
      <BpmnFile chosen={chosen} isMissing={isMissing && chosen === null} onChoose={setChosen} />
    </SideDrawer>
  );
}
