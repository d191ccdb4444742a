import { useCallback } from 'react';
import { param } from '#domain/system/param.ts';
import { policyOf, type Policy } from '#domain/system/policies.ts';
import { inLanguage, type Label } from '#domain/kernel/label.ts';
import { ListScreen, type ListScreenProps } from '#src/resource/ListScreen.tsx';
import { fieldsOfRow, type WireRow } from '#src/resource/wireRow.ts';
import type { TableColumn } from '#src/ui/table/column.ts';
import { RecordDrawer } from './RecordDrawer.tsx';

const [screen] = param.screens;
const notRead: Label = ['本系统不读取,供外部程序查询', 'Not read by the product; other programmes may ask for it'];
const policyOfRow = (row: WireRow): Policy | undefined => policyOf(String(row.paramKey ?? ''));

/** A policy's value as its kind is shown: the word of a choice, the unit of a number. */
function valueText(row: WireRow, language: 'zh' | 'en'): string {
  const field = policyOfRow(row)?.field;
  const given = String(row.paramValue ?? '');
  const word = field?.choices?.labelOf(Number(given));
  if (word) return inLanguage(word, language);
  return field?.unit ? `${given} ${field.unit}` : given;
}
const nameText = (row: WireRow, language: 'zh' | 'en'): string => {
  const title = policyOfRow(row)?.title;
  return title ? inLanguage(title, language) : String(row.paramName ?? '');
};
const effect: TableColumn<WireRow> = {
  key: 'effect',
  title: ['作用', 'Effect'],
  width: 420,
  text: (row, language) => inLanguage(policyOfRow(row)?.about ?? notRead, language),
};

/** Columns that say which parameters steer the product, and how. */
const steering: NonNullable<ListScreenProps['columns']> = (described) =>
  described.flatMap((column) => {
    if (column.key === 'remark') return [];
    if (column.key === 'paramValue') return [{ ...column, text: valueText }, effect];
    // Keys are long, and told apart by their ends.
    if (column.key === 'paramKey') return [{ ...column, width: 200 }];
    return [column.key === 'paramName' ? { ...column, text: nameText } : column];
  });

/** The form of a policy: its value typed and explained, its key settled. */
function policyFields(policy: Policy): typeof param.fields {
  const help: Label = [`${policy.about[0]}。默认 ${policy.usual}`, `${policy.about[1]}. Usually ${policy.usual}`];
  return { ...param.fields, paramValue: { ...policy.field, label: param.fields.paramValue.label, help } } as typeof param.fields;
}
/** A value as its field holds it. */
function toForm(row: WireRow): Record<string, unknown> {
  const kind = policyOfRow(row)?.field.kind;
  const isNumber = kind === 'integer' || kind === 'decimal' || kind === 'choice';
  return { ...fieldsOfRow(param, row), ...(isNumber ? { paramValue: Number(row.paramValue) } : {}) };
}
const toBody = (values: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ...values,
  paramValue: String(values['paramValue'] ?? ''),
});
const settled = { paramKey: { isReadOnly: true }, paramName: { isReadOnly: true } };

/** 参数管理: what the product reads, each with what it does and in its own kind, and what its people keep here for others. */
export function Screen() {
  const drawer = useCallback<NonNullable<ListScreenProps['drawer']>>((state, close, reload) => {
    const policy = state.row ? policyOfRow(state.row) : undefined;
    return (
      <RecordDrawer
        key={`${state.mode}-${String(state.row?.id ?? '')}`}
        resource={param}
        fields={policy ? policyFields(policy) : undefined}
        settings={policy ? settled : {}}
        toForm={policy ? toForm : undefined}
        toBody={toBody}
        state={state}
        onClose={close}
        onSaved={reload}
      />
    );
  }, []);
  return <ListScreen resource={param} screen={screen} columns={steering} drawer={drawer} />;
}
