import { z } from 'zod';
import type { CodeOf } from '#domain/kernel/choices.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { oneOf, shape } from '#domain/kernel/contract.ts';
import { idText } from '#domain/kernel/ids.ts';
import { accept, conflict, refuse, repeat, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import { pushState, resultPartners } from './partnerResult.ts';

/** A push, as whoever asks for it again finds it. */
export interface KnownPush {
  readonly partnerResultId: string;
  readonly reportNo: string;
  readonly pushState: CodeOf<typeof pushState>;
}
export interface ResendResultState {
  /** Null: there is none in sight. */
  readonly push: KnownPush | null;
}

/** What speaks against pushing it again; null: nothing. */
export const resendResultRefusal = ({ reportNo: name, pushState: state }: Omit<KnownPush, 'partnerResultId'>): Refusal | null =>
  state === pushState.done || state === pushState.cancelled ? conflict('partnerResult.state', { name, state: pushState.labelOf(state) }) : null;

/** 重新推送: a person has a partner told again what it has not taken: the same content under the same key. */
export const resendResults = defineCommand({
  name: 'partnerResult.resend',
  title: ['重新推送', 'Push again'],
  service: 'op',
  path: 'partner-result/resend',
  permission: 'partnerresult_resend',
  roles: ['ops'],
  screens: [resultPartners.deafness.route, resultPartners.aishenpu.route],
  input: z.object({ id: idText }),
  asks: {},
  consequence: ['以相同内容和相同幂等键重新推送', 'The same content is pushed again under the same key'],
  many: { of: 'ids', keys: ['id'] },
  answer: shape({ partnerResultId: z.string(), pushState: oneOf(pushState) }),
  version: 1,
  offline: false,
  lanes: ({ id }) => [`partnerResult:${id}`],
  subject: ({ id }) => id,
  refusals: {
    'partnerResult.unknown': ['没有此推送', 'No such push'],
    'partnerResult.state': ['{name} 的推送当前为{state}', 'The push of {name} is now: {state}'],
  },
  decide({ push }: ResendResultState): Outcome<{ readonly partnerResultId: string; readonly pushState: CodeOf<typeof pushState> }> {
    if (!push) return refuse('partnerResult.unknown');
    const refusal = resendResultRefusal(push);
    if (refusal) return refusal;
    const change = { partnerResultId: push.partnerResultId, pushState: pushState.waiting } as const;
    return push.pushState === pushState.waiting ? repeat(change) : accept(change);
  },
});
