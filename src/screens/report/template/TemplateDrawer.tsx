import { useRef } from 'react';
import { templateState } from '#domain/base/resultTemplate.ts';
import { choices } from '#domain/kernel/choices.ts';
import { choice, type Fields } from '#domain/kernel/fields.ts';
import { reportTemplate } from '#domain/report/reportTemplate.ts';
import { shippedTemplates } from '#domain/report/shippedTemplates.ts';
import { ask } from '#src/api/ask.ts';
import { newRequestId } from '#src/api/request.ts';
import { problemsOf } from '#src/console/act/AskDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import type { DrawerState } from '#src/resource/ResourceDrawer.tsx';
import { RecordHistory } from '#src/resource/RecordHistory.tsx';
import { fieldsOfRow } from '#src/resource/wireRow.ts';
import { Button } from '#src/ui/Button.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';

/** What a new template begins as. */
const beginning = {
  ...choices({}),
  options: shippedTemplates.map(({ key, title }) => ({ code: key, label: title })),
};
const { templateName, panelGroupId, laboratoryId, reportKind, paper, remark } = reportTemplate.fields;
const known: Fields = { templateName, reportKind, panelGroupId, laboratoryId, paper, disable: templateState, remark };
const added: Fields = { ...known, beginAs: choice('起始内容', 'Begins as', beginning, { required: true }) };

interface TemplateDrawerProps {
  readonly state: DrawerState;
  readonly onClose: () => void;
  /** With the id of a new one, which is drawn next. */
  readonly onSaved: (madeId: string | null) => void;
}

/** Name, use and state of a template; what it looks like is drawn in its editor. */
export function TemplateDrawer({ state: { mode, row = {} }, onClose, onSaved }: TemplateDrawerProps) {
  const { label } = useText();
  const { can } = useSession();
  const id = mode === 'add' ? '' : String(row.templateId ?? '');
  // One key for one intention: a repeat after a lost answer makes one template.
  const intention = useRef({ sent: '', key: '' });
  const isReadOnly = mode === 'view' || !can('reportTemplate_save');
  const form = useDescribedForm({
    fields: mode === 'add' ? added : known,
    isReadOnly,
    values:
      mode === 'add' ? { disable: 0, paper: 'A4', reportKind: 1 } : { ...fieldsOfRow(reportTemplate, row), disable: Number(row.isDisable ?? 0) },
    onSave: async ({ beginAs, disable, ...values }) => {
      const content = shippedTemplates.find(({ key }) => key === beginAs)?.content;
      const body = {
        ...values,
        disable: Number(disable) === 1,
        ...(content ? { content } : {}),
        ...(id === '' ? {} : { templateId: id, version: row.version }),
      };
      const sent = JSON.stringify(body);
      if (intention.current.sent !== sent) intention.current = { sent, key: newRequestId() };
      try {
        const made = await ask('POST report/report-template/save', { body, quiet: true, headers: { 'Idempotency-Key': intention.current.key } });
        notify.success(['已保存', 'Saved']);
        onClose();
        onSaved(mode === 'add' ? made.id : null);
        return undefined;
      } catch (error) {
        return problemsOf(error);
      }
    },
  });
  return (
    <SideDrawer
      title={
        mode === 'add'
          ? label(['新增报告模板', 'New report template'])
          : label(['报告模板 · {name}', 'Report template: {name}'], { name: row.templateName })
      }
      form={form}
      onClose={onClose}
      footer={
        isReadOnly ? (
          <Button onClick={onClose}>{label(['关闭', 'Close'])}</Button>
        ) : (
          <Button type="submit" variant="primary" keyHint="Ctrl+S" isBusy={form.isSaving} data-enter-end="">
            {label(mode === 'add' ? ['保存并编辑版面', 'Save and draw'] : ['保存', 'Save'])}
          </Button>
        )
      }
    >
      <FormGrid form={form} columns={2} isFocused={!isReadOnly} />
      {isReadOnly && id !== '' ? <RecordHistory resource={reportTemplate} id={id} /> : null}
    </SideDrawer>
  );
}
