import { z } from 'zod';
import { oneOf, shape } from '#domain/kernel/contract.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { accept, conflict, refuse, repeat, type Outcome } from '#domain/kernel/outcome.ts';
import { handoverKeyInput, handoverStatus, type HandoverStatus } from './handoverState.ts';
import { labStatus, type LabStatus } from './sampleStatus.ts';

/** Payload of `handover.sign`, version 1. */
export const signHandoverInput = z.object({
  handoverKey: handoverKeyInput,
  signAccount: z.string().trim().min(1).max(64),
  /** Base64 of RSA-OAEP SHA-256 of encodeURIComponent(password + '\n' + handoverKey) with the server's public key. */
  signPassword: z.string().min(1).max(4_000),
});
export type SignHandoverInput = z.output<typeof signHandoverInput>;
export type SignHandoverPayload = z.input<typeof signHandoverInput>;

/** Who takes the tubes over must be allowed to receive them in the lab. */
export const signerPermission = 'lab_receive';

/** What the server found of the person who authenticated themselves. On a desk: not known, `unchecked`. */
export type Signer =
  | { readonly state: 'known'; readonly id: string; readonly name: string; readonly isAllowed: boolean }
  | { readonly state: 'unchecked' }
  | { readonly state: 'wrong' | 'locked' | 'stopped' | 'unreadable' };

export interface SignHandoverState {
  readonly handover: {
    readonly handoverId: string;
    readonly handoverStatus: HandoverStatus;
    readonly actionUserId: string;
    readonly signUserId: string | null;
    readonly signedBy: string | null;
    readonly signTime: string | null;
  } | null;
  readonly signer: Signer;
  readonly items: readonly { readonly sampleCode: string; readonly labStatus: LabStatus }[];
}
export interface SignHandoverChange {
  readonly handoverId: string;
  readonly handoverStatus: HandoverStatus;
  readonly signUserId: string;
  readonly signUserName: string;
  readonly signTime: string;
}

/** The other person takes the tubes over: 2 -> 3 (docs/contract.md#states). They authenticate themselves on this terminal, also offline. */
export const signHandover = defineCommand({
  name: 'handover.sign',
  title: ['交接签收', 'Sign a handover'],
  service: 'sample',
  path: 'sample-handover/sign',
  permission: 'handover_sign',
  roles: ['reception', 'lab'],
  screens: ['/sample/sample-handover'],
  input: signHandoverInput,
  answer: shape({
    handoverId: z.string(),
    handoverKey: z.string().optional(),
    handoverStatus: oneOf(handoverStatus),
    signUserId: z.string(),
    signUserName: z.string(),
    signTime: z.string(),
  }),
  version: 1,
  offline: true,
  lanes: ({ handoverKey }) => [`handover:${handoverKey}`],
  subject: ({ handoverKey, signAccount }) => `${handoverKey.slice(0, 8)} ${signAccount}`,
  leftToServer: [
    ['签收人的密码和权限', 'the signer’s password and right'],
    ['样本的状态', 'the status of its tubes'],
  ],
  refusals: {
    'handover.alreadySigned': ['{by} 已于 {at} 签收', '{by} signed it at {at}'],
    'handover.signerWrong': ['签收人账号或密码错误', "The signer's account or password is wrong"],
    'handover.signerLocked': ['签收人账号已锁定,请稍后再试', "The signer's account is locked; try again later"],
    'handover.signerStopped': ['签收人账号已停用', "The signer's account is stopped"],
    'handover.signerUnreadable': ['签收密码无法解读,请重新签收', "The signer's password could not be read; sign again"],
    'handover.signerNotAllowed': ['{by} 没有签收权限', '{by} may not sign for samples'],
    'handover.samePerson': ['签收人不能是交接人本人', 'The signer must be another person than the one who hands over'],
    'handover.itemGone': ['样本 {sampleCode} 状态为{status},不能签收', 'Sample {sampleCode} is {status}; this handover cannot be signed'],
  },
  decide({ handover, signer, items }: SignHandoverState, { handoverKey }: SignHandoverInput, acting): Outcome<SignHandoverChange> {
    if (!handover) return refuse('command.notFound', { what: handoverKey });
    if (signer.state === 'wrong') return refuse('handover.signerWrong');
    if (signer.state === 'locked') return refuse('handover.signerLocked');
    if (signer.state === 'stopped') return refuse('handover.signerStopped');
    if (signer.state === 'unreadable') return refuse('handover.signerUnreadable');
    const { handoverId } = handover;
    const [id, name] = signer.state === 'known' ? [signer.id, signer.name] : ['', ''];
    if (handover.handoverStatus === handoverStatus.handedOver) {
      const kept = {
        handoverId,
        handoverStatus: handoverStatus.handedOver,
        signUserId: handover.signUserId ?? '',
        signUserName: handover.signedBy ?? '',
        signTime: handover.signTime ?? '',
      };
      return handover.signUserId === id ? repeat(kept) : conflict('handover.alreadySigned', { by: handover.signedBy, at: handover.signTime });
    }
    if (signer.state === 'known' && !signer.isAllowed) return refuse('handover.signerNotAllowed', { by: name });
    if (handover.actionUserId === id) return refuse('handover.samePerson');
    const gone = items.find((item) => item.labStatus !== labStatus.entered);
    if (gone) return conflict('handover.itemGone', { sampleCode: gone.sampleCode, status: labStatus.labelOf(gone.labStatus) });
    return accept({
      handoverId,
      handoverStatus: handoverStatus.handedOver,
      signUserId: id,
      signUserName: name,
      signTime: acting.occurredAt ?? acting.now,
    });
  },
});
