import { longText, text, type Field, type Fields } from '#domain/kernel/fields.ts';
import type { FieldGroup } from '../../rules/entryForm.ts';
import { receptionFields, summaryFields, summaryGroups } from '../../rules/summaryFields.ts';

const carried = new Set(receptionFields);

/**
 * The generic detail form (wire key `nomal`): docs/forms.md#summary-entry and what only detail entry asks.
 * Fields that reception has settled are readOnly here, so that `check` neither demands nor takes them.
 */
export const genericFields: Fields = {
  ...Object.fromEntries(
    Object.entries(summaryFields).map(([name, field]): [string, Field] => [name, carried.has(name) ? { ...field, readOnly: true } : field]),
  ),
  collectorName: text('采样人', 'Collector', { max: 50 }),
  collectionSite: text('采样部位', 'Collection site', { max: 64 }),
  historyText: longText('病史', 'History', { max: 500 }),
};

const typed = (fields: readonly string[]): readonly string[] => fields.filter((name) => !carried.has(name));

/** The blocks of docs/forms.md#summary-entry as far as they are typed in detail entry; without the consent fields a form of its own may place elsewhere. */
export const genericGroups: readonly FieldGroup[] = [
  ...summaryGroups.map((group) => ({ ...group, fields: typed(group.fields) })).filter((group) => group.key !== 'more'),
  {
    key: 'collection',
    title: ['采集与病史', 'Collection and history'],
    fields: ['collectorName', 'collectionSite', 'historyText', 'consentSigned', 'consentCode'],
  },
];

/** A field of the block that a form demands. */
export const requiredField = (name: string): Field => ({ ...(genericFields[name] as Field), required: true, readOnly: false });
