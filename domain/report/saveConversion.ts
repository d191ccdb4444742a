import { z } from 'zod';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import { oneOf, shape, type RowOf } from '#domain/kernel/contract.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { reasonField } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import { accept, conflict, refuse, type Outcome } from '#domain/kernel/outcome.ts';
import { partsOfFields } from '#domain/kernel/check.ts';
import { checkConversion, conversionFaults } from './rules/conversion.ts';

const word = z
  .string()
  .trim()
  .max(100)
  .nullish()
  .transform((text) => text || null);
const bound = z.number().nullish().default(null);
/** One wording, as the table of a configuration holds it. */
export const conversionShape = z.object({
  itemId: idText,
  qualitativeResult: oneOf(qualitativeResult),
  from: word,
  low: bound,
  high: bound,
  show: word,
  factor: word,
  decimals: z.int().min(0).max(8).nullish().default(null),
  unit: word,
});
export const mostConversions = 500;
const input = z.object({
  configId: idText,
  /** The wording that was changed: one that is younger is not written over. */
  conversionNo: z.int().nullish(),
  rows: z.array(conversionShape).max(mostConversions),
  ...partsOfFields({ reason: reasonField }),
});
export type ConversionInput = z.output<typeof input>;

export interface ConversionState {
  readonly config: { readonly conversionNo: number } | null;
  /** Of the rows' items those that are there. */
  readonly itemIds: ReadonlySet<string>;
}

/** 结果转换: how a configuration's client wants results worded and measured (docs/report.md#conversion). */
export const saveConversion = defineCommand({
  name: 'reportConfig.convert',
  title: ['保存结果转换', 'Save the wording of results'],
  service: 'report',
  path: 'report-config/save-convert',
  permission: 'reportConfig_convert',
  roles: ['ops'],
  screens: ['/lab-report/config'],
  input,
  answer: shape({ configId: z.string(), conversionNo: z.int() }),
  version: 1,
  offline: false,
  lanes: ({ configId }) => [`reportConfig:${configId}`],
  subject: ({ configId }) => configId,
  refusals: {
    ...conversionFaults,
    'reportConfig.unknown': ['没有此报告配置', 'No such report configuration'],
    'reportConvert.changed': ['结果转换已被他人修改, 请刷新后重试', 'The wording was changed by somebody else; reload and try again'],
    'reportConvert.item': ['第{row}行: 没有此检测项', 'Row {row}: no such item'],
  },
  decide(
    { config, itemIds }: ConversionState,
    { configId, conversionNo, rows }: ConversionInput,
  ): Outcome<{ configId: string; conversionNo: number }> {
    if (!config) return refuse('reportConfig.unknown');
    if (typeof conversionNo === 'number' && conversionNo !== config.conversionNo) return conflict('reportConvert.changed');
    const strange = rows.findIndex(({ itemId }) => !itemIds.has(itemId));
    if (strange >= 0) return refuse('reportConvert.item', { row: strange + 1 });
    const [fault] = checkConversion(rows);
    return fault ? refuse(fault.code, fault.params) : accept({ configId, conversionNo: config.conversionNo + 1 });
  },
});
export type ConversionWireRow = RowOf<typeof conversionShape>;
