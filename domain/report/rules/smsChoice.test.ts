import { describe, expect, it } from 'vitest';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import { sendType } from '#domain/base/smsConfig.ts';
import { chooseSms, sameSmsRank, type SmsQuestion, type SmsRule } from './smsChoice.ts';

const rule = (smsConfigId: string, more: Partial<SmsRule> = {}): SmsRule => ({
  smsConfigId,
  contractLaboratoryId: 'L1',
  sendSampleClientId: null,
  commodityIds: [],
  reportTitleIds: [],
  qualitativeResult: qualitativeResult.negative,
  isResampling: false,
  sendType: sendType.system,
  isDisable: 0,
  ...more,
});
const held = { sendType: sendType.manual };
const rules = [
  rule('D1'),
  rule('D2', { commodityIds: ['NIPT'], ...held }),
  rule('C1', { sendSampleClientId: 'K1' }),
  rule('C2', { sendSampleClientId: 'K1', reportTitleIds: ['T9'], ...held }),
  rule('D3', { qualitativeResult: qualitativeResult.positive, ...held }),
];
const question = (client: string, commodity: string, more: Partial<SmsQuestion> = {}): SmsQuestion => ({
  contractLaboratoryId: 'L1',
  sendSampleClientId: client,
  commodityIds: [commodity],
  reportTitleId: null,
  qualitativeResult: qualitativeResult.negative,
  isResampling: false,
  ...more,
});
const told = (asked: SmsQuestion, among = rules) => {
  const { chosen, isHeld } = chooseSms(among, asked);
  return `${chosen?.smsConfigId ?? '-'} ${isHeld ? 'held' : 'queued'}`;
};

describe('the rule of a text message', () => {
  it.each([
    [question('K2', 'DEAF'), 'D1 queued'],
    [question('K2', 'NIPT'), 'D2 held'],
    [question('K1', 'NIPT', { reportTitleId: 'T1' }), 'C1 queued'],
    [question('K1', 'DEAF', { reportTitleId: 'T9' }), 'C2 held'],
    [question('K1', 'DEAF', { qualitativeResult: qualitativeResult.positive }), 'D3 held'],
  ])('%j → %s', (asked, expected) => {
    expect(told(asked)).toBe(expected);
  });

  it('of a positive result is sent by a person alone, also where a rule from before says otherwise', () => {
    const before = rules.map((one) => (one.smsConfigId === 'D3' ? { ...one, sendType: sendType.system } : one));
    expect(told(question('K1', 'DEAF', { qualitativeResult: qualitativeResult.positive }), before)).toBe('D3 held');
  });

  it('is the next one where the heaviest is disabled', () => {
    const off = rules.map((one) => (one.smsConfigId === 'C1' ? { ...one, isDisable: 1 } : one));
    expect(told(question('K1', 'NIPT', { reportTitleId: 'T1' }), off)).toBe('D2 held');
  });

  it.each([
    [{ qualitativeResult: qualitativeResult.suspected }, '5条规则: 定性结果不符'],
    [{ contractLaboratoryId: 'L2' }, '没有启用的规则'],
    [{ isResampling: true }, '5条规则: 场景不符'],
    [{ qualitativeResult: null }, '5条规则: 定性结果不符'],
  ])('none of %j, and why', (more, why) => {
    const { chosen, why: said } = chooseSms(rules, question('K2', 'DEAF', more));
    expect([chosen, said?.[0]]).toEqual([null, why]);
  });

  it('asks no result of who is asked for a new sample', () => {
    const again = [...rules, rule('R', { qualitativeResult: qualitativeResult.suspected, isResampling: true })];
    expect(told(question('K2', 'DEAF', { isResampling: true, qualitativeResult: null }), again)).toBe('R queued');
    expect(sameSmsRank(rule('X', { isResampling: true }), again)?.smsConfigId).toBe('R');
  });

  it('has no other of its rank', () => {
    for (const one of rules) expect(sameSmsRank(one, rules)).toBeUndefined();
    expect(sameSmsRank(rule('X', { commodityIds: ['DEAF', 'NIPT'] }), rules)?.smsConfigId).toBe('D2');
    expect(sameSmsRank(rule('X', { commodityIds: ['DEAF'] }), rules)).toBeUndefined();
    expect(sameSmsRank(rule('X', { isResampling: true }), rules)).toBeUndefined();
  });
});
