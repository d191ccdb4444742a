import { z } from 'zod';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { declareCalls, shape, type RowOf } from '#domain/kernel/contract.ts';
import { idText } from '#domain/kernel/ids.ts';
import { accept, conflict, refuse, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import { codesIn } from '#domain/sample/codeText.ts';
import { excludedBit } from '../billChoices.ts';
import { touchedLines } from '../touchedLines.ts';
import { asksWhoAndWhy } from './clientExclusion.ts';
import { excludedLineRow } from './exclusionLists.ts';
import { sampleScreen, viewExclusions } from './exclusionScreens.ts';

/** So many codes are pasted at once. */
export const mostCodes = 2_000;

/** A line as far as keeping its sample out of billing goes. */
export interface SampleLine {
  readonly sampleCode: string;
  /** 1 by its client, 2 by itself, 3 by both. */
  readonly excludedBy: number;
  /** The order it stands in; null: none. */
  readonly orderNo: string | null;
  /** It was withdrawn: nothing is billed of it. */
  readonly isWithdrawn: boolean;
}
export interface SampleExclusionState {
  readonly line: SampleLine | null;
}
export interface SampleExclusionChange {
  readonly lineId: string;
  readonly excludedBy: number;
}

const isExcludedByItself = ({ excludedBy }: Pick<SampleLine, 'excludedBy'>): boolean => (excludedBy & excludedBit.sample) !== 0;

/** What speaks against excluding or restoring a sample, as far as its row tells; null: nothing. */
export function sampleRefusal(line: SampleLine, isExcluding: boolean): Refusal | null {
  const { sampleCode: code, orderNo: no } = line;
  if (line.isWithdrawn) return conflict('exclusion.withdrawn', { code });
  if (isExcludedByItself(line) === isExcluding) return conflict(isExcluding ? 'exclusion.sampleExcluded' : 'exclusion.sampleNotExcluded', { code });
  return no === null ? null : refuse('exclusion.ordered', { code, no });
}

const input = z.object({ lineId: idText, ...partsOfFields(asksWhoAndWhy) });
const common = {
  service: 'bill',
  roles: ['billing'],
  screens: [sampleScreen],
  input,
  asks: asksWhoAndWhy,
  many: { of: 'lineIds', keys: ['lineId'], isAnswered: true },
  answer: touchedLines,
  version: 1,
  offline: false,
  lanes: ({ lineId }: z.output<typeof input>) => [`salesLine:${lineId}`],
  subject: ({ lineId }: z.output<typeof input>) => lineId,
  refusals: {
    'exclusion.unknownLine': ['没有此明细', 'No such line'],
    'exclusion.withdrawn': ['样本{code}已撤回', '{code} was withdrawn'],
    'exclusion.ordered': ['样本{code}已在订单{no}', '{code} is in order {no}'],
    'exclusion.sampleExcluded': ['样本{code}已排除', '{code} is excluded already'],
    'exclusion.sampleNotExcluded': ['样本{code}未单独排除', '{code} is not excluded by itself'],
  },
} as const;
const decide =
  (isExcluding: boolean) =>
  ({ line }: SampleExclusionState, { lineId }: z.output<typeof input>): Outcome<SampleExclusionChange> => {
    if (!line) return refuse('exclusion.unknownLine');
    return sampleRefusal(line, isExcluding) ?? accept({ lineId, excludedBy: line.excludedBy ^ excludedBit.sample });
  };

/** 排除样本: one commodity of a sample comes into no order. */
export const excludeSamples = defineCommand({
  ...common,
  name: 'exclusion.excludeSample',
  title: ['排除样本', 'Exclude samples'],
  path: 'excludeSampleCode/exclude',
  permission: 'exclusion_exclude',
  isDanger: true,
  consequence: ['这些样本不再进入订单, 直到恢复', 'These samples come into no order until they are restored'],
  decide: decide(true),
});

/** 恢复样本: it may be ordered again, unless its client is excluded. */
export const restoreSamples = defineCommand({
  ...common,
  name: 'exclusion.restoreSample',
  title: ['恢复样本', 'Restore samples'],
  path: 'excludeSampleCode/restore',
  permission: 'exclusion_restore',
  consequence: ['可再开单; 送检单位已排除的仍不开单', 'They may be ordered again, unless their client is excluded'],
  decide: decide(false),
});

const foundLines = shape({
  lines: z.array(excludedLineRow),
  /** Codes no line in sight belongs to. */
  unknown: z.array(z.string()),
});
export type FoundLines = RowOf<typeof foundLines>;

/** Codes as they were pasted: half-width, upper case, each once. */
export const pastedCodes = codesIn;

export const sampleExclusionContracts = declareCalls({
  'POST bill/excludeSampleCode/listBySampleCodeStr': {
    title: ['按条码查找明细', 'Lines of pasted codes'],
    permission: viewExclusions.code,
    body: z.object({ sampleCodeStr: z.string().max(200_000) }),
    repeats: ['只读', 'reads'],
    answer: foundLines,
  },
});
