import type { Foresight } from '#domain/kernel/foresight.ts';
import type { Label } from '#domain/kernel/label.ts';
import type { HandoverItem, SaveHandoverInput, SaveHandoverState } from './handoverState.ts';
import { labStatus } from './sampleStatus.ts';

/** What a desk looks up before it makes a handover. */
export interface HandoverFacts {
  /** null: there is no such commodity; undefined: this desk does not know it. */
  readonly commodityName: string | null | undefined;
  /** The tubes that this desk knows: of its list of those that wait, and those it has put on a handover itself. */
  readonly items: readonly HandoverItem[];
}

const unknownTexts = {
  commodity: ['产品', 'the commodity'],
  tubes: ['样本是否可交接(不在本机名单)', 'whether the tubes may be handed over (not on the list here)'],
} as const satisfies Record<string, Label>;

/** What the desk's list says of a handover; its key is made for it, so that nothing stands under it yet. */
export function foreseeHandover({ sampleCodes }: SaveHandoverInput, { commodityName, items }: HandoverFacts): Foresight<SaveHandoverState> {
  const wanted = [...new Set(sampleCodes)];
  const known = new Set(items.map(({ sampleCode }) => sampleCode));
  const others = wanted.filter((sampleCode) => !known.has(sampleCode));
  return {
    unknown: [...(commodityName === undefined ? [unknownTexts.commodity] : []), ...(others.length > 0 ? [unknownTexts.tubes] : [])],
    state: {
      existing: null,
      commodityName: commodityName === undefined ? '' : commodityName,
      items: [
        ...items,
        ...others.map((sampleCode): HandoverItem => ({ sampleCode, labStatus: labStatus.entered, isOfCommodity: true, taken: null })),
      ],
    },
  };
}
