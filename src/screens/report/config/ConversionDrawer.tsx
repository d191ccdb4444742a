import { chakra } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { json, reasonField } from '#domain/kernel/fields.ts';
import { mostConversions, saveConversion } from '#domain/report/saveConversion.ts';
import { newRequestId } from '#src/api/request.ts';
import { problemsOf, saidAt } from '#src/console/act/AskDrawer.tsx';
import { sendCommand } from '#src/console/act/sendCommand.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import type { WireRow } from '#src/resource/wireRow.ts';
import { Button } from '#src/ui/Button.tsx';
import { ErrorSummary } from '#src/ui/form/ErrorSummary.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { ConversionRow } from './ConversionRow.tsx';
import { blankConversion, firstFault, sentOf, typedOf, type RowFault, type TypedConversion } from './typedConversion.ts';

/** 结果转换: how results are worded and measured on the reports of a configuration. */
export function ConversionDrawer({ row, onClose }: { readonly row: WireRow; readonly onClose: () => void }) {
  const { label } = useText();
  const configId = String(row.configId);
  const { data, failure, retry } = useAsked('GET report/report-config/convert-detail', { configId });
  const title = label(['结果转换 · {name}', 'Wording of results: {name}'], { name: row.configName });
  if (data)
    return <ConversionForm title={title} configId={configId} conversionNo={data.conversionNo} stored={data.rows.map(typedOf)} onClose={onClose} />;
  return (
    <SideDrawer title={title} onClose={onClose}>
      {failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : <StateView state="loading" />}
    </SideDrawer>
  );
}

interface ConversionFormProps {
  readonly title: string;
  readonly configId: string;
  readonly conversionNo: number;
  readonly stored: readonly TypedConversion[];
  readonly onClose: () => void;
}
function ConversionForm({ title, configId, conversionNo, stored, onClose }: ConversionFormProps) {
  const { label } = useText();
  const { can } = useSession();
  const isReadOnly = !can(saveConversion.permission);
  // Where there is none yet the first is begun, so that the typing has a place.
  const [rows, setRows] = useState(stored.length === 0 && !isReadOnly ? [blankConversion] : stored);
  // A save comes before the page is drawn with what it has read.
  const latest = useRef(rows);
  const [fault, setFault] = useState<RowFault | null>(null);
  const table = useRef<HTMLDivElement>(null);
  const intention = useRef({ sent: '', key: '' });
  /** To a row's first cell, or the one at fault; it has to be drawn before. */
  const goTo = (at: number, cell = 'itemId'): void => {
    setTimeout(() => table.current?.querySelector<HTMLElement>(`[data-conversion="${at + 1}"] [data-cell="${cell}"] input`)?.focus());
  };
  const form = useDescribedForm({
    // The rows stand beside the form's fields; it knows of them that leaving asks.
    fields: { reason: reasonField, rows: json('转换', 'Wording', { form: false }) },
    values: { rows: JSON.stringify(stored) },
    isReadOnly,
    onSave: async ({ reason }) => {
      const found = firstFault(latest.current);
      setFault(found);
      if (found) {
        goTo(found.row, found.cell);
        return [saidAt(undefined, label(found.text, found.params))];
      }
      const body = { configId, conversionNo, reason, rows: latest.current.map(sentOf) };
      const sent = JSON.stringify(body);
      if (intention.current.sent !== sent) intention.current = { sent, key: newRequestId() };
      const problems = await sendCommand(saveConversion, body, intention.current.key).then(() => undefined, problemsOf);
      if (problems) return problems;
      notify.success(['已保存', 'Saved']);
      onClose();
      return undefined;
    },
  });
  const change = (next: readonly TypedConversion[]): void => {
    latest.current = next;
    setRows(next);
    setFault(null);
    form.methods.setValue('rows', JSON.stringify(next));
  };
  const add = (): void => {
    change([...rows, blankConversion]);
    goTo(rows.length);
  };
  return (
    <SideDrawer
      size="lg"
      title={title}
      form={form}
      onClose={onClose}
      footer={
        isReadOnly ? (
          <Button onClick={onClose}>{label(['关闭', 'Close'])}</Button>
        ) : (
          <Button type="submit" variant="primary" keyHint="Ctrl+S" isBusy={form.isSaving} data-enter-end="">
            {label(['保存', 'Save'])}
          </Button>
        )
      }
    >
      <chakra.p textStyle="dense" color="fg.muted" mb={2}>
        {label([
          '每行适用于一个检测项的一类结果: 填写原结果或数值范围; 转换不得改变结果的含义。',
          'A row is for one item and one class of result: give the result, or a span of numbers. Wording never changes what a result means.',
        ])}
      </chakra.p>
      <ErrorSummary form={form} />
      <chakra.div ref={table} display="grid" gap={2} mb={3}>
        {rows.map((one, at) => (
          <ConversionRow
            key={at}
            at={at}
            row={one}
            isReadOnly={isReadOnly}
            fault={fault?.row === at ? fault : null}
            onChange={(row) => change(rows.with(at, row))}
            onRemove={() => {
              change(rows.filter((_other, index) => index !== at));
              if (rows.length > 1) goTo(Math.min(at, rows.length - 2));
            }}
          />
        ))}
        {rows.length === 0 ? <StateView state="empty" text={['没有转换, 结果原样打印', 'No wording: results are printed as they are']} /> : null}
        {isReadOnly ? null : (
          <chakra.div>
            <Button size="sm" icon={Plus} disabled={rows.length >= mostConversions} onClick={() => add()}>
              {label(['添加一行', 'Add a row'])}
            </Button>
          </chakra.div>
        )}
      </chakra.div>
      <FormGrid form={form} columns={1} hasSummary={false} />
    </SideDrawer>
  );
}
