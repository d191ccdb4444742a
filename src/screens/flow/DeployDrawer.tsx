import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FlowModel } from '#domain/flow/flowRows.ts';
import type { Fields } from '#domain/kernel/fields.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { BpmnFile, type ChosenFile } from './BpmnFile.tsx';
import { sendAct } from './sendAct.ts';
import { useDeployFields } from './useFlowCategories.ts';

export interface DeployDrawerProps {
  /** null: a file of this computer. */
  readonly model: FlowModel | null;
  readonly onClose: () => void;
}

/** Makes a model or a file the next version of its process; what runs goes on as it began. */
export function DeployDrawer(props: DeployDrawerProps) {
  const { label } = useText();
  const { user } = useSession();
  const fields = useDeployFields(user?.tenantId === '000000');
  if (fields) return <DeployForm {...props} fields={fields} />;
  return (
    <SideDrawer title={label(['部署流程', 'Deploy'])} onClose={props.onClose}>
      <StateView state="loading" />
    </SideDrawer>
  );
}

function DeployForm({ model, onClose, fields }: DeployDrawerProps & { readonly fields: Fields }) {
  const { label } = useText();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [first] = useState(() => ({ category: fields.category?.choices?.options[0]?.code }));
  const form = useDescribedForm({
    fields,
    values: first,
    onSave: async (values) => {
      const query = { category: String(values.category), ...(values.tenantIds ? { tenantIds: String(values.tenantIds) } : {}) };
      const done = ['已部署为新版本', 'Deployed as a new version'] as const;
      setMissing(!model && !chosen);
      if (!model && !chosen) return [];
      const body = new FormData();
      for (const [name, value] of Object.entries(query)) body.append(name, value);
      if (chosen) body.append('files', chosen.file);
      const problems = await (model
        ? sendAct(queries, { path: 'model/deploy', query: { ...query, modelId: model.id }, done })
        : sendAct(queries, { path: 'manager/deploy-upload', form: body, done }));
      if (!problems) onClose();
      return problems;
    },
  });
  return (
    <SideDrawer
      size={model ? 'sm' : 'md'}
      title={model ? label(['部署流程 · {name}', 'Deploy: {name}'], { name: model.name }) : label(['上传部署', 'Deploy a file'])}
      form={form}
      onClose={onClose}
      footer={
        <Button type="submit" variant="primary" isBusy={form.isSaving} data-enter-end="">
          {label(['部署', 'Deploy'])}
        </Button>
      }
    >
      <FormGrid form={form} columns={1} isFocused />
      {model ? null : <BpmnFile chosen={chosen} isMissing={isMissing && chosen === null} onChoose={setChosen} />}
    </SideDrawer>
  );
}
