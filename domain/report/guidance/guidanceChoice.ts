/** A guidance that may print: checked, and not replaced. */
export interface Guidance {
  readonly id: string;
  readonly cancerType: string;
  readonly icdCode: string | null;
  readonly geneSymbol: string | null;
  readonly variantClass: string | null;
  readonly qualitativeResult: number | null;
  readonly sex: number | null;
  readonly ageFrom: number | null;
  readonly ageTo: number | null;
  readonly guidance: string;
  readonly drugAdvice: string | null;
  readonly evidenceLevel: string | null;
  readonly citation: string;
}
/** What a report's guidance is chosen by. */
export interface GuidedReport {
  /** Diagnosis, commodities, panels: where a kind of cancer is named. */
  readonly names: readonly string[];
  readonly qualitativeResult: number | null;
  readonly sex: number | null;
  /** In whole years; null: unknown. */
  readonly age: number | null;
  readonly variants: readonly { readonly gene: string; readonly variantClass: string | null }[];
}
export interface PrintedGuidance {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

const isNamed = ({ cancerType, icdCode }: Guidance, names: readonly string[]): boolean =>
  names.some((name) => name.includes(cancerType) || (icdCode !== null && icdCode !== '' && name.toUpperCase().includes(icdCode.toUpperCase())));

/** Whether it is for a report: its kind of cancer is named there, and all that it asks for besides holds; what it leaves open is any. */
export function isFor(one: Guidance, { names, qualitativeResult, sex, age, variants }: GuidedReport): boolean {
  if (!isNamed(one, names)) return false;
  if (one.qualitativeResult !== null && one.qualitativeResult !== qualitativeResult) return false;
  if (one.sex !== null && one.sex !== sex) return false;
  if ((one.ageFrom !== null && (age === null || age < one.ageFrom)) || (one.ageTo !== null && (age === null || age > one.ageTo))) return false;
  if (!one.geneSymbol && !one.variantClass) return true;
  const gene = one.geneSymbol?.toUpperCase();
  return variants.some(
    (variant) =>
      (!gene ||
        variant.gene
          .toUpperCase()
          .split(/[\s/]+/)
          .includes(gene)) &&
      (!one.variantClass || variant.variantClass === one.variantClass),
  );
}

/** What a report says of them, in one order for the same facts. */
export const guidanceOf = (all: readonly Guidance[], report: GuidedReport): readonly PrintedGuidance[] =>
  all
    .filter((one) => isFor(one, report))
    .map(({ id, cancerType, geneSymbol, guidance, drugAdvice, evidenceLevel, citation }) => ({
      id,
      title: [cancerType, geneSymbol].filter(Boolean).join(' '),
      text: [
        guidance,
        drugAdvice ? `用药提示：${drugAdvice}` : '',
        [evidenceLevel ? `证据等级：${evidenceLevel}` : '', `参考文献：${citation}`].filter(Boolean).join('　'),
      ]
        .filter(Boolean)
        .join('\n'),
    }));
