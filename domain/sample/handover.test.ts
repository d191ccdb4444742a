import { expect, it } from 'vitest';
import { by, clerk1, reception } from './deskExamples.ts';
import { removeHandover, saveHandover } from './handover.ts';
import { handoverMoves, saveHandoverInput, type HandoverItem } from './handoverState.ts';
import { signHandover, type Signer, type SignHandoverState } from './handoverSign.ts';

const handoverKey = '0193e7a0-5b3c-7d1e-9f00-00000000a001';
const ready = (sampleCode: string, change: Partial<HandoverItem> = {}): HandoverItem => ({
  sampleCode,
  labStatus: 103,
  isOfCommodity: true,
  taken: null,
  ...change,
});
const save = (items: readonly HandoverItem[], sampleCodes = items.map(({ sampleCode }) => sampleCode), state = {}) =>
  saveHandover.decide(
    { existing: null, commodityName: '血常规五分类', items, ...state },
    saveHandoverInput.parse({ handoverKey, commodityId: '11', sampleCodes }),
    by(reception),
  );

it('lists entered tubes of the commodity, each once', () => {
  expect(save([ready('A2'), ready('A1')], ['a2', 'A1', 'A2'])).toMatchObject({
    accepted: true,
    change: { sampleCodes: ['A1', 'A2'], handoverTotal: 2, handoverStatus: 2 },
  });
});
it('names each tube that cannot go, and why', () => {
  const outcome = save(
    [
      ready('A1'),
      ready('A2', { labStatus: 101 }),
      ready('A3', { isOfCommodity: false }),
      ready('A4', { taken: { handoverKey: 'x', by: '李芳', at: '2026-11-21 09:00:00' } }),
    ],
    ['A1', 'A2', 'A3', 'A4', 'A5'],
  );
  expect(outcome).toMatchObject({ accepted: false, kind: 'conflict', code: 'handover.notReady', params: { count: 4 } });
  expect(outcome.accepted ? [] : outcome.problems?.map(({ field }) => field)).toEqual(['A2', 'A3', 'A4', 'A5']);
});
it('answers its own key again with the same content, and only then', () => {
  const existing = { commodityId: '11', sampleCodes: ['A2', 'A1'], by: '王敏', at: '2026-11-21 09:00:00' };
  expect(save([], ['A1', 'A2'], { existing })).toMatchObject({ accepted: true, repeat: true });
  expect(save([], ['A1'], { existing })).toMatchObject({ kind: 'conflict', code: 'handover.keyUsed' });
});

const pending: NonNullable<SignHandoverState['handover']> = {
  handoverId: '1',
  handoverStatus: 2,
  actionUserId: reception.id,
  signUserId: null,
  signedBy: null,
  signTime: null,
};
const known: Signer = { state: 'known', id: '9', name: '孙涛', isAllowed: true };
const sign = (
  signer: Signer,
  handover: SignHandoverState['handover'] = pending,
  items: SignHandoverState['items'] = [{ sampleCode: 'A1', labStatus: 103 }],
) => signHandover.decide({ handover, signer, items }, { handoverKey, signAccount: 'lab', signPassword: 'x' }, by(reception));

it('is signed by another person who proves who they are and may', () => {
  const outcome = sign(known);
  expect(outcome).toMatchObject({
    accepted: true,
    change: { handoverStatus: 3, signUserId: '9', signUserName: '孙涛', signTime: '2026-11-21 10:00:00' },
  });
  expect(handoverMoves[2]).toContain(outcome.accepted ? outcome.change.handoverStatus : 0);
  expect(sign({ ...known, id: reception.id })).toMatchObject({ code: 'handover.samePerson' });
  expect(sign({ ...known, isAllowed: false })).toMatchObject({ code: 'handover.signerNotAllowed' });
  expect(sign({ state: 'wrong' })).toMatchObject({ code: 'handover.signerWrong' });
  expect(sign({ state: 'locked' })).toMatchObject({ code: 'handover.signerLocked' });
  expect(sign({ state: 'stopped' })).toMatchObject({ code: 'handover.signerStopped' });
  expect(sign({ state: 'unreadable' })).toMatchObject({ code: 'handover.signerUnreadable' });
});
it('is signed once', () => {
  const signed = { ...pending, handoverStatus: 3 as const, signUserId: '9', signedBy: '孙涛', signTime: '2026-11-21 09:50:00' };
  expect(sign(known, signed)).toMatchObject({ accepted: true, repeat: true, change: { signTime: '2026-11-21 09:50:00' } });
  expect(sign({ ...known, id: clerk1.id }, signed)).toMatchObject({
    kind: 'conflict',
    code: 'handover.alreadySigned',
    params: { by: '孙涛', at: '2026-11-21 09:50:00' },
  });
});
it('is not signed over a tube that has gone elsewhere', () => {
  expect(sign(known, pending, [{ sampleCode: 'A1', labStatus: 111 }])).toMatchObject({ kind: 'conflict', code: 'handover.itemGone' });
  expect(sign(known, null)).toMatchObject({ code: 'command.notFound' });
});
it('is removed while nobody has signed it', () => {
  const remove = (handoverStatus: 2 | 3) =>
    removeHandover.decide(
      { handovers: [{ handoverId: '1', handoverStatus, signedBy: '孙涛', signTime: '2026-11-21 09:50:00' }] },
      { handoverKey },
      by(reception),
    );
  expect(remove(2)).toMatchObject({ accepted: true, change: { handoverIds: ['1'] } });
  expect(remove(3)).toMatchObject({ code: 'handover.removeSigned' });
  expect(removeHandover.decide({ handovers: [] }, { handoverKey }, by(reception))).toMatchObject({ code: 'command.notFound' });
});
