import { defineCommand } from '#domain/kernel/command.ts';
import { z } from 'zod';
import { shape } from '#domain/kernel/contract.ts';
import type { Label } from '#domain/kernel/label.ts';
import { accept, conflict, refuse, repeat, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import { codeTypesOf, isReadable, type CodePattern } from './codeMatch.ts';
import { codeType } from './codeStyle.ts';
import {
  bindCodeInput,
  rebindAsks,
  rebindCodeInput,
  releaseAsks,
  releaseCodeInput,
  type BindCodeInput,
  type RebindCodeInput,
  type ReleaseCodeInput,
} from './thirdpartyBind.ts';
import { ruleOf, shapesOf, type PartnerRule } from './thirdpartyMatch.ts';

/** A binding as it stands. */
export interface CodeBind {
  readonly bindId: string;
  readonly barCode: string;
  readonly thirdpartyBarCode: string;
  readonly sendSampleClientId: string;
  readonly laboratoryId: string | null;
  readonly bindUser: string;
  readonly createTime: string;
  readonly releaseUser: string | null;
  readonly releaseTime: string | null;
}
export interface BindClient {
  readonly clientId: string;
  readonly clientCode: string;
  readonly clientName: string;
  readonly laboratoryId: string | null;
}

/** What stands of the two codes. */
export interface BindState {
  /** The living binding of our code. */
  readonly own: CodeBind | null;
  /** The living binding of the partner's code. */
  readonly their: CodeBind | null;
  /** Whose our code is, by the sample or by the number segment it comes from. */
  readonly knownClient: BindClient | null;
  /** The client that was named; null where none was, or where there is none of that id. */
  readonly namedClient: BindClient | null;
  /** Rules of the client that counts. */
  readonly rules: readonly PartnerRule[];
  readonly styles: readonly CodePattern[];
  /** Our code belongs to a laboratory the user does not serve. */
  readonly isForeign: boolean;
}
export interface RebindState extends BindState {
  /** The binding to be replaced, whatever its state. */
  readonly bind: CodeBind | null;
}

/** What a new binding says besides its two codes. */
export interface NewBind {
  readonly barCode: string;
  readonly thirdpartyBarCode: string;
  readonly sendSampleClientId: string;
  readonly laboratoryId: string | null;
  readonly affiliationId: string;
  readonly ruleId: string;
}

const bindRefusals: Readonly<Record<string, Label>> = {
  'thirdpartyBind.foreign': ['{code} 属于其他检验所', '{code} belongs to another laboratory'],
  'thirdpartyBind.sameCode': ['两次扫描的是同一条码', 'The same barcode was scanned twice'],
  'thirdpartyBind.swapped': ['两个条码扫反了: {code} 是第三方条码', 'The other way round: {code} is the third party’s'],
  'thirdpartyBind.notOurs': ['{code} 不符合本方条码样式', '{code} does not look like a barcode of ours'],
  'thirdpartyBind.clientNeeded': ['该条码未关联送检单位, 请先选择送检单位', 'Nobody knows whose barcode this is yet: choose the client'],
  'thirdpartyBind.clientDiffers': ['该条码属于 {client}, 与所选送检单位不一致', 'This barcode belongs to {client}, not to the client chosen'],
  'thirdpartyBind.noRule': ['{client} 没有第三方条码规则', '{client} has no third-party code rule'],
  'thirdpartyBind.ruleMismatch': ['{code} 不符合 {client} 的规则: {shapes}', '{code} does not keep the rules of {client}: {shapes}'],
  'thirdpartyBind.ownBound': ['{code} 已绑定 {other}({by}, {at}), 请先解绑', '{code} is bound to {other} already ({by}, {at}); release it first'],
  'thirdpartyBind.theirBound': ['{code} 已绑定 {other}({by}, {at}), 请先解绑', '{code} is bound to {other} already ({by}, {at}); release it first'],
};
const goneRefusals: Readonly<Record<string, Label>> = {
  'thirdpartyBind.unknown': ['未找到该绑定', 'No such binding'],
  'thirdpartyBind.released': ['已由 {by} 于 {at} 解绑', 'Released already by {by} at {at}'],
};

/** What is wrong with our own code, or whose it is; the screen says so before the second code is scanned. */
export function judgeOwnCode(state: BindState, barCode: string): { readonly client: BindClient } | Refusal {
  if (state.isForeign) return refuse('thirdpartyBind.foreign', { code: barCode });
  const own = state.styles.filter(
    (style) =>
      style.codeType !== codeType.lab && isReadable(style) && (!style.sendSampleClientId || style.sendSampleClientId === state.namedClient?.clientId),
  );
  const client = state.knownClient ?? state.namedClient;
  if (client && state.knownClient === null && ruleOf(state.rules, barCode)) return refuse('thirdpartyBind.swapped', { code: barCode });
  if (state.knownClient === null && own.length > 0 && codeTypesOf(barCode, own).length === 0)
    return refuse('thirdpartyBind.notOurs', { code: barCode });
  if (!client) return refuse('thirdpartyBind.clientNeeded');
  if (state.knownClient && state.namedClient && state.knownClient.clientId !== state.namedClient.clientId)
    return refuse('thirdpartyBind.clientDiffers', { client: client.clientName });
  if (state.rules.length === 0) return refuse('thirdpartyBind.noRule', { client: client.clientName });
  return { client };
}

function judgePair(state: BindState, { barCode, thirdpartyBarCode }: BindCodeInput): NewBind | Refusal {
  if (barCode === thirdpartyBarCode) return refuse('thirdpartyBind.sameCode');
  const judged = judgeOwnCode(state, barCode);
  if ('accepted' in judged) return judged;
  const { client } = judged;
  const rule = ruleOf(state.rules, thirdpartyBarCode);
  if (!rule) return refuse('thirdpartyBind.ruleMismatch', { code: thirdpartyBarCode, client: client.clientName, shapes: shapesOf(state.rules) });
  return {
    barCode,
    thirdpartyBarCode,
    sendSampleClientId: client.clientId,
    laboratoryId: client.laboratoryId,
    affiliationId: rule.affiliationId,
    ruleId: rule.ruleId,
  };
}

const taken = (code: 'ownBound' | 'theirBound', bind: CodeBind): Refusal =>
  conflict(`thirdpartyBind.${code}`, {
    code: code === 'ownBound' ? bind.barCode : bind.thirdpartyBarCode,
    other: code === 'ownBound' ? bind.thirdpartyBarCode : bind.barCode,
    by: bind.bindUser,
    at: bind.createTime,
  });

const boundId = shape({ bindId: z.string() });

/** Ties a partner's barcode to one of ours: one to one, both ways. */
export const bindCode = defineCommand({
  name: 'thirdpartyBind.save',
  title: ['绑定第三方条码', 'Bind third-party barcodes'],
  service: 'base',
  path: 'code-thirdparty-bind/save',
  permission: 'thirdpartyBind_save',
  roles: ['reception'],
  input: bindCodeInput,
  answer: boundId,
  version: 1,
  offline: false,
  lanes: ({ barCode }) => [`bind:${barCode}`],
  subject: ({ barCode }) => barCode,
  refusals: bindRefusals,
  decide(state: BindState, input: BindCodeInput): Outcome<NewBind> {
    const { own, their } = state;
    if (state.isForeign) return refuse('thirdpartyBind.foreign', { code: input.barCode });
    if (own && own.bindId === their?.bindId) {
      const { barCode, thirdpartyBarCode, sendSampleClientId } = own;
      return repeat({ barCode, thirdpartyBarCode, sendSampleClientId, laboratoryId: null, affiliationId: '', ruleId: '' });
    }
    if (own) return taken('ownBound', own);
    if (their) return taken('theirBound', their);
    const made = judgePair(state, input);
    return 'accepted' in made ? made : accept(made);
  },
});

/** Takes a binding back, with a reason; its row stays. */
export const releaseCode = defineCommand({
  name: 'thirdpartyBind.remove',
  title: ['解绑第三方条码', 'Release third-party barcodes'],
  service: 'base',
  path: 'code-thirdparty-bind/remove',
  permission: 'thirdpartyBind_remove',
  roles: ['reception'],
  input: releaseCodeInput,
  answer: boundId,
  asks: releaseAsks,
  isDanger: true,
  version: 1,
  offline: false,
  lanes: ({ bindId }) => [`bind:${bindId}`],
  subject: ({ bindId }) => bindId,
  refusals: goneRefusals,
  decide: ({ bind }: { readonly bind: CodeBind | null }, { bindId }: ReleaseCodeInput): Outcome<{ readonly bindId: string }> =>
    goneOr(bind) ?? accept({ bindId }),
});

function goneOr(bind: CodeBind | null): Refusal | undefined {
  if (!bind) return refuse('thirdpartyBind.unknown');
  return bind.releaseTime ? conflict('thirdpartyBind.released', { by: bind.releaseUser, at: bind.releaseTime }) : undefined;
}

/** Gives one of our barcodes another code of the partner: releases the binding that stands and makes a new one, in one act. */
export const rebindCode = defineCommand({
  name: 'thirdpartyBind.updateBind',
  title: ['更换第三方条码', 'Replace third-party barcodes'],
  service: 'base',
  path: 'code-thirdparty-bind/updateBind',
  permission: 'thirdpartyBind_remove',
  roles: ['reception'],
  input: rebindCodeInput,
  answer: boundId,
  asks: rebindAsks,
  isDanger: true,
  refusedAt: {
    'thirdpartyBind.sameCode': 'thirdpartyBarCode',
    'thirdpartyBind.ruleMismatch': 'thirdpartyBarCode',
    'thirdpartyBind.theirBound': 'thirdpartyBarCode',
  },
  version: 1,
  offline: false,
  lanes: ({ bindId }) => [`bind:${bindId}`],
  subject: ({ bindId }) => bindId,
  refusals: { ...bindRefusals, ...goneRefusals },
  decide(state: RebindState, { thirdpartyBarCode }: RebindCodeInput): Outcome<NewBind> {
    const { bind, their } = state;
    const gone = goneOr(bind);
    if (gone || !bind) return gone ?? refuse('thirdpartyBind.unknown');
    if (bind.thirdpartyBarCode === thirdpartyBarCode) return refuse('thirdpartyBind.sameCode');
    if (their) return taken('theirBound', their);
    const made = judgePair(state, { barCode: bind.barCode, thirdpartyBarCode });
    return 'accepted' in made ? made : accept(made);
  },
});
