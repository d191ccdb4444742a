import type { Label } from '#domain/kernel/label.ts';
import type { ImportField, RowState } from '#domain/sample/import/importVerdict.ts';
import { requisitionFields, tubeFields } from '#domain/sample/rules/summaryFields.ts';
import type { Tone } from '#src/ui/Tag.tsx';

const summary = { ...requisitionFields, ...tubeFields };
/** What each field of an import is called: as on the entry form, but for those a sheet names by name. */
export const fieldLabels: Readonly<Record<ImportField, Label>> = {
  ...(Object.fromEntries(Object.entries(summary).map(([name, { label }]) => [name, label])) as Record<keyof typeof summary, Label>),
  contractLaboratory: summary.contractLaboratoryId.label,
  sendSampleClient: summary.sendSampleClientId.label,
  commodity: summary.commodityIds.label,
  sampleClass: summary.sampleClassId.label,
  duplicateAnswer: ['近期申请单答复', 'Earlier requisition'],
};

/** Fields no requisition can be entered without; client and laboratory may come from the defaults. */
export const neededFields: readonly ImportField[] = [
  'requisitionCode',
  'sampleCode',
  'commodity',
  'sampleClass',
  'personName',
  'sex',
  'samplingTime',
];

export type ShownState = RowState | 'saved' | 'sent' | 'refused';
export const stateWords: Readonly<Record<ShownState, { readonly tone: Tone; readonly word: Label }>> = {
  ok: { tone: 'success', word: ['无问题', 'Good'] },
  warn: { tone: 'warning', word: ['有提示', 'Warning'] },
  error: { tone: 'danger', word: ['有错误', 'Error'] },
  saved: { tone: 'info', word: ['待上传', 'Waiting'] },
  sent: { tone: 'success', word: ['已上传', 'Sent'] },
  refused: { tone: 'danger', word: ['待处理', 'Refused'] },
};
