import type { Foresight } from '#domain/kernel/foresight.ts';
import type { Label } from '#domain/kernel/label.ts';
import { textOf } from './rules/values.ts';
import type { Existing } from './rules/entryForm.ts';
import { entryFormOf } from './forms/entryForms.ts';
import type { EnteredCommodity, SummaryState } from './summaryState.ts';
import type { SummaryInput } from './summaryInput.ts';

/** A row of the desk's copy of master data, as the server sent it. */
export type Copy = Readonly<Record<string, unknown>>;

/** What a desk looks up for a reception; undefined or left out where it has no copy of the row. */
export interface SummaryFacts {
  readonly client: Copy | undefined;
  readonly laboratory: Copy | undefined;
  readonly commodities: readonly Copy[];
  readonly sampleClasses: readonly Copy[];
  /** Which laboratories have the commodities. */
  readonly laboratoryCommodities: readonly Copy[];
  /** Look-ups that were made; an absent key was not made. */
  readonly looked: Existing;
  /** The requisition as this desk itself has taken it in; null: it has not; undefined: it has, but cannot tell whether with the same content. */
  readonly existing: SummaryState['existing'] | undefined;
  /** The tubes that this desk itself has registered on another requisition. */
  readonly taken: SummaryState['taken'];
}

const unknownTexts = {
  client: ['送检单位的要求', 'what the client asks for'],
  laboratory: ['检验所', 'the laboratory'],
  commodities: ['产品的要求', 'what the commodities ask for'],
  sampleClasses: ['样本类型', 'the sample class'],
  earlier: ['此人近30天的申请单', 'earlier requisitions of this person (30 days)'],
  original: ['原样本条码', 'the original sample'],
  existing: ['与本机已接的同号申请单是否相同', 'whether it is the same as the requisition taken in here under this code'],
} as const satisfies Record<string, Label>;

const isSet = (value: unknown): boolean => value === true || Number(value ?? 0) === 1;
const numberOf = (value: unknown): number | null => (value === null || value === undefined || value === '' ? null : Number(value));

/** What the desk's copies say of a reception; codes that another desk took meanwhile are always the server's to find. */
export function foreseeSummary(input: SummaryInput, facts: SummaryFacts): Foresight<SummaryState> {
  const unknown: Label[] = [];
  const notice = (name: keyof typeof unknownTexts, isUnknown: boolean): void => {
    if (isUnknown) unknown.push(unknownTexts[name]);
  };
  const commodityIds = [...new Set(input.commodityIds)];
  const commodities = commodityIds.map((id) => facts.commodities.find((row) => textOf(row['commodityId']) === id));
  const classIds = [...new Set(input.tubes.map(({ sampleClassId }) => sampleClassId))];
  const classes = classIds.map((id) => facts.sampleClasses.find((row) => textOf(row['classId']) === id));
  notice('client', !facts.client);
  notice('laboratory', !facts.laboratory);
  notice('commodities', commodities.includes(undefined));
  notice('sampleClasses', classes.includes(undefined));
  notice('earlier', facts.looked.earlier === undefined);
  notice('original', isSet(input.isResample) && textOf(input.originalSampleCode) !== '' && facts.looked.original === undefined);
  notice('existing', facts.existing === undefined);
  return {
    unknown,
    state: {
      // The same once more raises no objection.
      existing: facts.existing === undefined ? { by: '', at: '', isSame: true, isRejected: false } : facts.existing,
      taken: facts.taken,
      client: clientOf(facts.client),
      laboratory: { laboratoryName: textOf(facts.laboratory?.['laboratoryName']), isAllowed: true },
      commodities: commodityIds.map((id, index) => enteredCommodity(id, commodities[index], facts.laboratoryCommodities)),
      sampleClasses: classIds.map((classId, index) => ({
        classId,
        className: textOf(classes[index]?.['className']),
        isDisable: Number(classes[index]?.['isDisable'] ?? 0),
      })),
      looked: facts.looked,
    },
  };
}

const clientOf = (row: Copy | undefined): SummaryState['client'] => ({
  clientName: textOf(row?.['clientName']),
  isDisable: Number(row?.['isDisable'] ?? 0),
  isCredentialRequired: isSet(row?.['credentialRequired']),
  isTelephoneRequired: isSet(row?.['telephoneRequired']),
  isDoubleEntry: isSet(row?.['doubleEntry']),
});

/** As the server reads it of its tables; a commodity that no laboratory claims is anybody's. */
export function enteredCommodity(commodityId: string, row: Copy | undefined, laboratoryCommodities: readonly Copy[]): EnteredCommodity {
  const minimumVolume = numberOf(row?.['minVolume']);
  // What is not known raises no objection, nor do the usual hours where the commodity's own are not known.
  const most = row ? null : Number.MAX_SAFE_INTEGER;
  const maxFetusCount = numberOf(row?.['maxFetusCount']) ?? most;
  const holdingHours = numberOf(row?.['holdingHours']) ?? most;
  const classIds = Array.isArray(row?.['sampleClassIds']) ? row['sampleClassIds'].map(textOf) : [];
  const laboratoryIds = laboratoryCommodities
    .filter((one) => textOf(one['commodityId']) === commodityId && Number(one['isDisable'] ?? 0) === 0)
    .map((one) => textOf(one['laboratoryId']));
  return {
    commodityId,
    commodityCode: textOf(row?.['commodityCode']),
    commodityName: textOf(row?.['commodityName']),
    isDisable: Number(row?.['isDisable'] ?? 0),
    entryForm: entryFormOf(textOf(row?.['entryForm'])).key,
    isDoubleEntry: isSet(row?.['doubleEntry']),
    isColdChain: isSet(row?.['coldChain']),
    executeType: numberOf(row?.['executeType']) ?? 1,
    ...(classIds.length > 0 ? { sampleClassIds: classIds } : {}),
    ...(laboratoryIds.length > 0 ? { laboratoryIds } : {}),
    ...(holdingHours === null ? {} : { holdingHours }),
    ...(minimumVolume === null ? {} : { minimumVolume }),
    ...(maxFetusCount === null ? {} : { maxFetusCount }),
  };
}
