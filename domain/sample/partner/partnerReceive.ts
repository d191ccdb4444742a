import { z } from 'zod';
import { bindCode, type BindState, type NewBind } from '#domain/code/bindCode.ts';
import { defineCommand, type Acting } from '#domain/kernel/command.ts';
import { shape, type RowOf } from '#domain/kernel/contract.ts';
import type { Foresight } from '#domain/kernel/foresight.ts';
import type { Label } from '#domain/kernel/label.ts';
import { accept, conflict, refuse, repeat, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import { partners } from '../partners.ts';
import { enterSummary, type SummaryChange } from '../summary.ts';
import { foreseeSummary, type SummaryFacts } from '../summaryForesight.ts';
import type { SummaryState } from '../summaryState.ts';
import { partnerReceiveInput, type ExpectedLine, type PartnerReceiveInput } from './partnerInput.ts';
import { preparedReception, type Replaced } from './preparedReception.ts';

export interface PartnerReceiveState {
  /** Lines of the partner's list that the scanned code leads to; `unasked`: a desk cannot tell. */
  readonly lines: readonly ExpectedLine[] | 'unasked';
  /** Of the two codes, where the tube bears the partner's; null: nothing is to be bound; `unasked`: a desk cannot tell. */
  readonly bind: BindState | 'unasked' | null;
  /** Null where the line cannot be received, whatever else stands. */
  readonly summary: SummaryState | null;
}
export interface PartnerChange {
  readonly expectedId: string;
  /** Null where the codes are bound already, or need not be. */
  readonly bind: NewBind | null;
  /** Null: it had been received. */
  readonly summary: SummaryChange | null;
  readonly replaced: readonly Replaced[];
}

const answer = shape({
  expectedId: z.string(),
  requisitionId: z.string(),
  requisitionCode: z.string(),
  sampleCode: z.string(),
  receiveTime: z.string(),
  by: z.string(),
});
export type PartnerReceived = RowOf<typeof answer>;

const refusals = {
  ...bindCode.refusals,
  ...enterSummary.refusals,
  'partner.notListed': ['{code} 不在清单', '{code} is not on the list'],
  'partner.several': [
    '{code} 在清单中有 {count} 行, 请在前处理录入接收',
    '{code} stands in {count} lines of the list; receive it at the summary entry',
  ],
  'partner.unmapped': ['{field}={value} 无对照', '{field}={value} has no mapping'],
  'partner.arrived': ['{code} 已由 {by} 于 {at} 接收为 {sampleCode}', '{by} received {code} as {sampleCode} at {at}'],
  'partner.cancelled': ['{code} 已取消({why}), 仍要接收请填写原因', '{code} was cancelled ({why}); say why it is received all the same'],
  'partner.codeNeeded': ['{code} 没有本方条码, 请再扫描本方条码', '{code} has no barcode of ours yet; scan ours, too'],
  'partner.otherCode': ['{code} 对应本方条码 {announced}', '{code} was announced with our barcode {announced}'],
  'partner.overrideReason': ['更改{field}请填写原因', 'Say why {field} is changed'],
  'partner.clientUnknown': ['{code} 没有送检单位', 'No client was told of {code}'],
  'partner.commodityNeeded': ['{code} 没有产品, 请补填', 'No commodity was told of {code}; fill it in'],
} as const satisfies Record<string, Label>;

/** The only line that is meant, or why none is. */
function lineOf(lines: readonly ExpectedLine[], { thirdpartyBarCode: code, barCode }: PartnerReceiveInput): ExpectedLine | Refusal {
  const [first, second] = lines;
  if (!first) return refuse('partner.notListed', { code });
  if (!second) return first;
  return lines.find(({ arrived }) => arrived && arrived.sampleCode === barCode) ?? refuse('partner.several', { code, count: lines.length });
}

/** The line that a reception is about, with what is to be received; null where the rule will refuse it, or it is here. */
export function plannedReception({ lines }: Pick<PartnerReceiveState, 'lines'>, input: PartnerReceiveInput) {
  if (lines === 'unasked') return null;
  const line = lineOf(lines, input);
  if ('accepted' in line || line.arrived) return null;
  const prepared = preparedReception(line, input);
  return 'accepted' in prepared ? null : { line, ...prepared };
}

/** Whether our code is to be bound to the partner's: the tube bears theirs where the announcement names none of ours. */
export const isToBind = ({ barCode }: ExpectedLine): boolean => barCode === null;

function decide(state: PartnerReceiveState, input: PartnerReceiveInput, acting: Acting): Outcome<PartnerChange> {
  if (state.lines === 'unasked') return accept({ expectedId: '', bind: null, summary: null, replaced: [] });
  const line = lineOf(state.lines, input);
  if ('accepted' in line) return line;
  const { expectedId, arrived } = line;
  if (arrived) {
    if (input.barCode && input.barCode !== arrived.sampleCode)
      return conflict('partner.arrived', { code: input.thirdpartyBarCode, sampleCode: arrived.sampleCode, by: arrived.by, at: arrived.at });
    return repeat({ expectedId, bind: null, summary: null, replaced: [] });
  }
  const prepared = preparedReception(line, input);
  if ('accepted' in prepared) return prepared;
  const { barCode, summary, replaced } = prepared;
  if (!state.summary || (isToBind(line) && !state.bind)) throw new Error('decided on what was not loaded');
  const bound =
    state.bind && state.bind !== 'unasked'
      ? bindCode.decide(state.bind, { barCode, thirdpartyBarCode: line.thirdpartyBarCode, sendSampleClientId: line.sendSampleClientId }, acting)
      : null;
  if (bound && !bound.accepted) return bound;
  const entered = enterSummary.decide(state.summary, summary, acting);
  if (!entered.accepted) return entered;
  if (entered.repeat) return repeat({ expectedId, bind: null, summary: entered.change, replaced: [] });
  return accept({ expectedId, bind: bound && !bound.repeat ? bound.change : null, summary: entered.change, replaced });
}

/** What a desk looks up for a reception at a partner's desk. */
export interface PartnerFacts {
  /** Lines of the list as it last got it; null: it never did, or it has masks alone of what was told. */
  readonly lines: readonly ExpectedLine[] | null;
  /** Of the reception that the only line stands for; null: there is none. */
  readonly summary: SummaryFacts | null;
}
const unknownTexts = {
  list: ['合作方清单', 'the partner’s list'],
  bind: ['两个条码是否可以绑定', 'whether the two codes may be bound'],
} as const satisfies Record<string, Label>;

/** By the list that this desk keeps, and its copies of the master data. */
export function foreseePartner(input: PartnerReceiveInput, { lines, summary }: PartnerFacts): Foresight<PartnerReceiveState> {
  if (lines === null) return { unknown: [unknownTexts.list], state: { lines: 'unasked', bind: null, summary: null } };
  const planned = plannedReception({ lines }, input);
  if (!planned || !summary) return { unknown: [], state: { lines, bind: null, summary: null } };
  const foreseen = foreseeSummary(planned.summary, summary);
  const isBound = isToBind(planned.line) && planned.line.boundCode !== planned.barCode;
  return {
    unknown: [...foreseen.unknown, ...(isBound ? [unknownTexts.bind] : [])],
    state: { lines, bind: isToBind(planned.line) ? 'unasked' : null, summary: foreseen.state },
  };
}

const shared = {
  title: ['合作方样本接收', 'Receive partners’ samples'],
  service: 'sample',
  permission: 'partner_receive',
  roles: ['reception'],
  many: { of: 'rows', keys: ['thirdpartyBarCode', 'barCode', 'tube', 'overrides', 'reasons'], isAnswered: true },
  answer,
  version: 1,
  offline: true,
  // Entry, rejection and what else follows goes by our code.
  lanes: ({ thirdpartyBarCode, barCode }: PartnerReceiveInput) => [
    `partner:${thirdpartyBarCode}`,
    ...(barCode ? [`req:${barCode}`, `tube:${barCode}`] : []),
  ],
  subject: ({ thirdpartyBarCode, barCode }: PartnerReceiveInput) => barCode ?? thirdpartyBarCode,
  refusals,
  decide,
} as const;

/** Binding and summary entry in one act (docs/interfaces.md#desks): of a partner without a call of its own. */
export const partnerReceive = defineCommand({
  ...shared,
  name: 'partner.receive',
  path: 'partner/receive',
  screens: [partners.customer.route, partners.zhangzhou.route, partners.xzDeafness.route],
  input: partnerReceiveInput.extend({ partner: z.enum(['customer', 'zhangzhou', 'xzDeafness']) }),
  foresee: foreseePartner,
});
/** The same of Zhangjiagang's deafness screening. */
export const receiveDeafness = defineCommand({
  ...shared,
  name: 'partner.receiveDeafness',
  path: 'deafness/receiveDeafSave',
  screens: [partners.deafness.route],
  input: partnerReceiveInput,
  foresee: foreseePartner,
});
/** The same of Shangning. */
export const receiveShangning = defineCommand({
  ...shared,
  name: 'partner.receiveShangning',
  path: 'shangning/receiveSave',
  screens: [partners.shangning.route],
  input: partnerReceiveInput,
  foresee: foreseePartner,
});
