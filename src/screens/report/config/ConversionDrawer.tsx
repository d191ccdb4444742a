import { chakra } from '@chakra-ui/react';
import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import { choice, code, decimal, integer, json, ref, reasonField, text, type Field } from '#domain/kernel/fields.ts';
import { mostConversions, saveConversion } from '#domain/report/saveConversion.ts';
import { newRequestId } from '#src/api/request.ts';
import { sendCommand } from '#src/console/act/sendCommand.ts';
import { problemsOf } from '#src/console/act/AskDrawer.tsx';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import type { WireRow } from '#src/resource/wireRow.ts';
import { Button } from '#src/ui/Button.tsx';
import { FieldInput } from '#src/ui/FieldInput.tsx';
import { ChoiceControl } from '#src/ui/fields/ChoiceControl.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { IconButton } from '#src/ui/IconButton.tsx';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';

/** A wording while it is typed: texts, as inputs hold them. */
type Typed = Readonly<Record<keyof typeof columns, string | number | null>>;
const columns = {
  itemId: ref('检测项', 'Item', 'item', { required: true }),
  qualitativeResult: choice('结果类别', 'Class', qualitativeResult, { required: true }),
  from: text('原结果', 'Result', { max: 100 }),
  low: decimal('数值 ≥', 'Number ≥', { scale: 6 }),
  high: decimal('数值 <', 'Number <', { scale: 6 }),
  show: text('显示为', 'Shown as', { max: 100 }),
  factor: code('乘以', 'Times', { max: 20 }),
  decimals: integer('小数位', 'Decimals', { min: 0, max: 8 }),
  unit: text('单位', 'Unit', { max: 20 }),
} as const satisfies Readonly<Record<string, Field>>;
const names = Object.keys(columns) as readonly (keyof typeof columns)[];
const blank: Typed = {
  itemId: null,
  qualitativeResult: qualitativeResult.negative,
  from: '',
  low: '',
  high: '',
  show: '',
  factor: '',
  decimals: '',
  unit: '',
};
const numbers: ReadonlySet<string> = new Set(['low', 'high', 'decimals']);

/** What is sent of a typed row; a number that is none stays text, and the server names its row. */
const sentOf = (row: Typed) =>
  Object.fromEntries(
    names.map((name) => {
      const value = row[name];
      const typed = typeof value === 'string' ? value.trim() : value;
      return [name, typed === '' ? null : numbers.has(name) && typeof typed === 'string' && Number.isFinite(Number(typed)) ? Number(typed) : typed];
    }),
  );

/** 结果转换: how results are worded and measured on the reports of a configuration. */
export function ConversionDrawer({ row, onClose }: { readonly row: WireRow; readonly onClose: () => void }) {
  const { label } = useText();
  const configId = String(row.configId);
  const { data, failure, retry } = useAsked('GET report/report-config/convert-detail', { configId });
  const title = label(['结果转换 · {name}', 'Wording of results: {name}'], { name: row.configName });
  if (data)
    return (
      <ConversionForm
        title={title}
        configId={configId}
        conversionNo={data.conversionNo}
        stored={data.rows.map((one) => Object.fromEntries(names.map((name) => [name, one[name] ?? ''])) as Typed)}
        onClose={onClose}
      />
    );
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
  readonly stored: readonly Typed[];
  readonly onClose: () => void;
}
function ConversionForm({ title, configId, conversionNo, stored, onClose }: ConversionFormProps) {
  const { label } = useText();
  const { can } = useSession();
  const isReadOnly = !can(saveConversion.permission);
  const [rows, setRows] = useState(stored);
  const intention = useRef({ sent: '', key: '' });
  const form = useDescribedForm({
    // The rows stand beside the form's fields; it knows of them that leaving asks.
    fields: { reason: reasonField, rows: json('转换', 'Wording', { form: false }) },
    values: { rows: JSON.stringify(stored) },
    isReadOnly,
    onSave: async ({ reason }) => {
      const body = { configId, conversionNo, reason, rows: rows.map(sentOf) };
      const sent = JSON.stringify(body);
      if (intention.current.sent !== sent) intention.current = { sent, key: newRequestId() };
      const problems = await sendCommand(saveConversion, body, intention.current.key).then(() => undefined, problemsOf);
      if (problems) return problems;
      notify.success(['已保存', 'Saved']);
      onClose();
      return undefined;
    },
  });
  const change = (next: readonly Typed[]): void => {
    setRows(next);
    form.methods.setValue('rows', JSON.stringify(next));
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
      <chakra.div display="grid" gap={2} mb={3}>
        {rows.map((one, at) => (
          <chakra.div key={at} data-conversion={at + 1} display="flex" gap={2} alignItems="end" border="hairline" borderRadius="sm" p={2}>
            <chakra.span textStyle="note" color="fg.muted" w="20px" pb={1.5}>
              {at + 1}
            </chakra.span>
            <chakra.div flex={1} display="grid" gap={2} gridTemplateColumns="2fr 1.6fr 1.2fr 0.9fr 0.9fr 1.2fr 0.9fr 0.7fr 0.8fr">
              {names.map((name) => (
                <chakra.div key={name} display="grid" gap={0.5} minW={0} gridColumn={undefined}>
                  <chakra.span textStyle="note" color="fg.muted">
                    {label(columns[name].label)}
                  </chakra.span>
                  <Cell
                    name={name}
                    ariaLabel={label(['第{row}行 {field}', 'Row {row}: {field}'], { row: at + 1, field: columns[name].label })}
                    value={one[name]}
                    isReadOnly={isReadOnly}
                    onChange={(value) => change(rows.map((other, index) => (index === at ? { ...other, [name]: value } : other)))}
                  />
                </chakra.div>
              ))}
            </chakra.div>
            {isReadOnly ? null : (
              <IconButton
                size="sm"
                icon={X}
                label={label(['移除第{row}行', 'Remove row {row}'], { row: at + 1 })}
                onClick={() => change(rows.filter((_other, index) => index !== at))}
              />
            )}
          </chakra.div>
        ))}
        {rows.length === 0 ? <StateView state="empty" text={['没有转换, 结果原样打印', 'No wording: results are printed as they are']} /> : null}
        {isReadOnly ? null : (
          <chakra.div>
            <Button size="sm" icon={Plus} disabled={rows.length >= mostConversions} onClick={() => change([...rows, blank])}>
              {label(['添加一行', 'Add a row'])}
            </Button>
          </chakra.div>
        )}
      </chakra.div>
      <FormGrid form={form} columns={1} />
    </SideDrawer>
  );
}

interface CellProps {
  readonly name: keyof typeof columns;
  readonly ariaLabel: string;
  readonly value: string | number | null;
  readonly isReadOnly: boolean;
  readonly onChange: (value: string | number | null) => void;
}
/** One cell; a class is chosen from a list, for nine of them stand side by side. */
function Cell({ name, ...control }: CellProps) {
  return name === 'qualitativeResult' ? (
    <ChoiceControl form="list" options={qualitativeResult.options} {...control} />
  ) : (
    <FieldInput field={columns[name]} {...control} />
  );
}
