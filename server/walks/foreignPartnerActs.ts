import { announce } from '#server/sample/partner/partnerTesting.ts';
import { freshCode, type Desk } from '#server/sample/deskTesting.ts';
import { done, type Prepare } from './preparedAct.ts';

/** A line of another laboratory's list, whose tube bears our label. */
const line =
  (partner: string, more: object = {}): Prepare =>
  async (desk) => {
    const { thirdpartyBarCode } = await announce(desk, { partner });
    return { thirdpartyBarCode, tube: { sampleClassId: desk.master.blood, sampleQuantity: 1 }, ...more };
  };

/** What a hospital fills in of a sample of another laboratory's. */
const filledIn = (desk: Desk): object => ({
  sampleCode: freshCode('0'),
  sendSampleClientId: desk.master.clientId,
  contractLaboratoryId: desk.master.laboratoryId,
  personName: '受检丁',
});

/** Receptions at partners' desks of what another laboratory awaits. */
export const foreignPartnerActs: Readonly<Record<string, Readonly<Record<string, Prepare>>>> = {
  'partner.receive': {
    'its line': line('zhangzhou', { partner: 'zhangzhou' }),
    'its line at the desk of all others': line('anybody', { partner: 'customer' }),
  },
  'partner.receiveDeafness': { 'its line': line('zhangJiaGang') },
  'partner.receiveShangning': { 'its line': line('shangning') },
  'wechatEntry.submit': {
    'its client': (desk) => Promise.resolve(filledIn(desk)),
    'its line': async (desk) => {
      const told = filledIn(desk);
      await done(desk, 'online', 'reception', 'wechatEntry.submit', told);
      return { ...told, personName: '受检改名' };
    },
  },
  'expected.close': { 'its line': async (desk) => ({ expectedId: (await announce(desk)).expectedId, state: 2, reason: '不送了' }) },
};
