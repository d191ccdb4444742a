import type { Foresight } from '#domain/kernel/foresight.ts';
import type { Label } from '#domain/kernel/label.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import type { DetailInput } from './detailInput.ts';
import type { DetailState } from './detailState.ts';
import { entryState, passKind } from './entryState.ts';
import type { Explained } from './findings.ts';
import type { PassRecord } from './passes.ts';
import type { EntryWorkRow } from './rows.ts';
import { textOf } from './rules/values.ts';
import { labStatus } from './sampleStatus.ts';
import { enteredCommodity, type Copy } from './summaryForesight.ts';

/** What a desk looks up for one pass of detail entry. */
export interface DetailFacts {
  /** As the work list has it; undefined: it is not on the list here. */
  readonly work: Pick<EntryWorkRow, 'entryForm' | 'isDoubleEntry' | 'receiveTime' | 'commodityIds' | 'carried' | 'explained'> | undefined;
  /** The client asks for a picture, and there is none; undefined: it may have come since the list was fetched. */
  readonly isImageMissing: boolean | undefined;
  readonly commodities: readonly Copy[];
  readonly laboratoryCommodities: readonly Copy[];
  readonly sampleClasses: readonly Copy[];
  /** The other pass, where this person has made it on this desk. */
  readonly ownOther: { readonly user: Pick<ActingUser, 'id' | 'name'>; readonly at: string } | null;
}

const unknownTexts = {
  work: ['申请单(不在本机名单)', 'the requisition (not on the list here)'],
  commodities: ['产品的要求', 'what the commodities ask for'],
  image: ['申请单图片', 'the picture of the requisition'],
} as const satisfies Record<string, Label>;

/** What the desk's list and copies say of a pass; what others entered since is always the server's to find. */
export function foreseeDetail({ requisitionCode, pass, form, values }: DetailInput, facts: DetailFacts): Foresight<DetailState> {
  const { work } = facts;
  const unknown: Label[] = [];
  const notice = (name: keyof typeof unknownTexts, isUnknown: boolean): void => {
    if (isUnknown) unknown.push(unknownTexts[name]);
  };
  const typed = Array.isArray(values['commodityIds']) ? values['commodityIds'].map(textOf) : [];
  const commodityIds = work?.commodityIds ?? typed;
  // Without the receipt's time nothing can be said of holding times.
  const commodities = commodityIds.map((id) => (work ? facts.commodities.find((row) => textOf(row['commodityId']) === id) : undefined));
  notice('work', !work);
  notice('commodities', work !== undefined && commodities.includes(undefined));
  notice('image', facts.isImageMissing === undefined);
  const other = facts.ownOther && passOf(facts.ownOther, pass === 1 ? 2 : 1, form);
  return {
    unknown,
    state: {
      requisition: {
        requisitionCode,
        entryForm: work?.entryForm ?? form,
        isDoubleEntry: work ? work.isDoubleEntry === 1 : true,
        entryState: entryState.waiting,
        receiveTime: work?.receiveTime ?? '',
        ...(facts.isImageMissing === true ? { isImageMissing: true } : {}),
        commodityIds,
        carried: work?.carried ?? {},
      },
      samples: [{ sampleCode: '', labStatus: labStatus.pendingEntry, isInHandover: false }],
      first: pass === 2 ? other : null,
      second: pass === 1 ? other : null,
      revisions: { 1: 0, 2: 0 },
      comparison: null,
      rounds: 0,
      commodities: commodityIds.map((id, index) => enteredCommodity(id, commodities[index], facts.laboratoryCommodities)),
      sampleClasses: facts.sampleClasses.map((row) => ({ classId: textOf(row['classId']), className: textOf(row['className']) })),
      explained: (work?.explained ?? []).map((one): Explained => ({ ...one, reason: '', isPrinted: false, reportText: null })),
    },
  };
}

/** Who made it is all that counts: what it holds is compared by the server. */
const passOf = ({ user, at }: NonNullable<DetailFacts['ownOther']>, pass: 1 | 2, form: DetailInput['form']): PassRecord => ({
  pass,
  revision: 1,
  kind: passKind.entered,
  authorId: user.id,
  authorName: user.name,
  enterTime: at,
  form,
  values: {},
  unclear: [],
  explained: [],
});
