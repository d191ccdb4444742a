import { resultKind } from '#domain/base/item.ts';
import type { CodeOf } from '#domain/kernel/choices.ts';
import type { SheetCell } from '#domain/sheet/sheetTypes.ts';
import { faultOf, nameKey, textOf, type CellFault } from './cellText.ts';
import { confidence, variantClass } from './judging.ts';
import { organismClass } from './organismClass.ts';
import { notFoundWord, saysNothing } from './resultValues.ts';

/** In a file with a row a finding: what a column says of what was found. */
export type FindingRole =
  | 'finding'
  | 'gene'
  | 'transcript'
  | 'nucleotideChange'
  | 'proteinChange'
  | 'zygosity'
  | 'nameEn'
  | 'findingClass'
  | 'reads'
  | 'rpm'
  | 'coverage'
  | 'abundance'
  | 'confidence'
  | 'drug';

/** What a row of a file found in its sample: an organism or a variant. */
export interface FileFinding {
  /** The row that says it, as a spreadsheet counts. */
  readonly line: number;
  readonly name: string;
  readonly nameEn: string | null;
  readonly findingClass: string | null;
  readonly reads: number | null;
  readonly rpm: number | null;
  readonly coverage: number | null;
  readonly abundance: number | null;
  readonly confidence: CodeOf<typeof confidence> | null;
  readonly drug: string | null;
  readonly isReported: 0 | 1;
  /** How many times it stands above the run's negative control; null: that was not compared. */
  readonly controlTimes: number | null;
  /** Stands in the negative control, or too little above it. */
  readonly isBackground: 0 | 1;
  readonly faults: readonly { readonly title: string; readonly value: string; readonly fault: CellFault }[];
}

interface FindingColumn {
  readonly at: number;
  readonly title: string;
  readonly role: string | null;
}

/** Whether a header's rows are findings: a gene alone may be anything, beside its change or its class it is a variant. */
export function tellsFindings(columns: readonly Pick<FindingColumn, 'role'>[]): boolean {
  const has = (wanted: FindingRole): boolean => columns.some(({ role }) => role === wanted);
  return has('finding') || (has('gene') && (has('nucleotideChange') || has('findingClass')));
}

const confidences: Readonly<Record<string, CodeOf<typeof confidence>>> = {
  高: confidence.high,
  high: confidence.high,
  高关注: confidence.high,
  中: confidence.middle,
  middle: confidence.middle,
  medium: confidence.middle,
  低: confidence.low,
  low: confidence.low,
  疑似: confidence.low,
};
const classKey = (word: string): string => nameKey(word).replace(/[-/、]/g, '');
const codesOf = (options: readonly { readonly code: unknown; readonly label: readonly [string, string] }[]): ReadonlyMap<string, string> =>
  new Map(options.flatMap(({ code, label }) => [String(code), ...label].map((word) => [classKey(word), String(code)] as const)));
const organisms = codesOf(organismClass.options);
const variants = new Map([
  ...codesOf(variantClass.options),
  ['致病性', variantClass.pathogenic],
  ['疑似致病', variantClass.likelyPathogenic],
  ['意义未明', variantClass.uncertain],
  ['临床意义未明', variantClass.uncertain],
  ['临床意义不明', variantClass.uncertain],
]);
/** Benign variants and what may be the run's own go on no report by themselves. */
const unreported: readonly (string | null)[] = [variantClass.likelyBenign, variantClass.benign];

/** That nothing was found, of all (`title`: the column) or of one organism that is named with no reads. */
export interface NotFound {
  readonly title: string;
  readonly value: string;
  readonly isAll: boolean;
}

/**
 * Reads what a row found; null: it says nothing of it. Nothing is guessed: what is no number, no known word, or has no name is told.
 */
export function findingOf(
  row: readonly (SheetCell | undefined)[],
  columns: readonly FindingColumn[],
  line: number,
  isVariant: boolean,
): FileFinding | NotFound | null {
  const columnOf = (wanted: FindingRole): FindingColumn | undefined => columns.find(({ role }) => role === wanted);
  const cellOf = (wanted: FindingRole): SheetCell | undefined => row[columnOf(wanted)?.at ?? -1];
  const said = (wanted: FindingRole): string => textOf(cellOf(wanted));
  const faults: FileFinding['faults'][number][] = [];
  const tell = (wanted: FindingRole, fault: CellFault, value = said(wanted)): null => {
    faults.push({ title: columnOf(wanted)?.title ?? '', value, fault });
    return null;
  };
  const numberOf = (wanted: 'reads' | 'rpm' | 'coverage' | 'abundance'): number | null => {
    const text = said(wanted).replace(/\s*%$/, '').replaceAll(',', '');
    if (text === '' || text === '-') return null;
    const number = Number(text);
    if (!Number.isFinite(number) || number < 0 || (wanted === 'reads' && !Number.isInteger(number))) return tell(wanted, 'notNumber');
    return number > 100 && (wanted === 'coverage' || wanted === 'abundance') ? tell(wanted, 'percent') : number;
  };
  for (const wanted of ['finding', 'gene', 'nucleotideChange'] as const) {
    const fault = faultOf(cellOf(wanted), { kind: resultKind.text, words: [] });
    if (fault) tell(wanted, fault);
  }
  const [transcript, change, protein] = [said('transcript'), said('nucleotideChange'), said('proteinChange')];
  const named = [said('gene'), said('finding'), transcript && change ? `${transcript}:${change}` : change].filter(
    (part) => part !== '' && part !== '-',
  );
  const facts = { reads: numberOf('reads'), rpm: numberOf('rpm'), coverage: numberOf('coverage'), abundance: numberOf('abundance') };
  const none: NotFound = { title: columnOf('finding')?.title ?? columnOf('gene')?.title ?? '', value: notFoundWord, isAll: true };
  if (named.length === 0) {
    const isTold = faults.length > 0 || Object.values(facts).some((fact) => fact !== null && fact !== 0);
    if (!isTold) return said('finding') === '' && said('gene') === '' ? null : none;
    tell('finding', 'noName', '');
  } else if (named.every(saysNothing)) return none;
  else if (facts.reads === 0 && !facts.rpm && faults.length === 0) return { title: named.join(' '), value: '0', isAll: false };
  const given = said('findingClass');
  const findingClass = (isVariant ? variants : organisms).get(classKey(given)) ?? (given || null);
  // A variant without a class that is known would be judged as if it were not there.
  if (isVariant && !variants.has(classKey(given))) tell('findingClass', 'noClass');
  const level = said('confidence');
  if (level !== '' && !confidences[nameKey(level)]) tell('confidence', 'unknownWord');
  const sure = confidences[nameKey(level)] ?? null;
  return {
    line,
    name: [...named, ...(protein ? [`(${protein})`] : []), ...(said('zygosity') ? [said('zygosity')] : [])].join(' '),
    nameEn: said('nameEn') || null,
    findingClass,
    ...facts,
    confidence: sure,
    drug: said('drug') || null,
    isReported: sure === confidence.low || unreported.includes(findingClass) ? 0 : 1,
    controlTimes: null,
    isBackground: 0,
    faults,
  };
}

export const isFound = (told: FileFinding | NotFound | null): told is FileFinding => told !== null && 'faults' in told;

/** What a sample's rows found, in their order; one that is named twice is told, neither row is chosen. */
export function withDoubles(findings: readonly FileFinding[]): FileFinding[] {
  const seen = new Set<string>();
  return findings.map((one) => {
    const key = nameKey(one.name);
    const isAgain = one.name !== '' && seen.has(key);
    seen.add(key);
    return isAgain ? { ...one, faults: [...one.faults, { title: one.name, value: one.name, fault: 'foundTwice' }] } : one;
  });
}
