import { describe, expect, it } from 'vitest';
import type { Acting } from '#domain/kernel/command.ts';
import { bindCode, judgeOwnCode, rebindCode, releaseCode, type BindState, type CodeBind } from './bindCode.ts';
import { codeType } from './codeStyle.ts';
import { ruleOf, type PartnerRule } from './thirdpartyMatch.ts';

const rule = (thirdpartyCode: string, codeLength: number): PartnerRule => ({
  ruleId: `${thirdpartyCode}/${codeLength}`,
  affiliationId: '7',
  affiliationName: '筛查',
  thirdpartyCode,
  codeLength,
});
const client = { clientId: '5', clientCode: 'C0005', clientName: '某院', laboratoryId: '1' };
const base: BindState = {
  own: null,
  their: null,
  knownClient: client,
  namedClient: null,
  rules: [rule('TP', 6), rule('TP9', 6)],
  styles: [{ codeType: codeType.sample, pattern: '\\d{9}' }],
  isForeign: false,
};
const bound = (barCode: string, thirdpartyBarCode: string, more: Partial<CodeBind> = {}): CodeBind => ({
  bindId: `${barCode}-${thirdpartyBarCode}`,
  barCode,
  thirdpartyBarCode,
  sendSampleClientId: '5',
  laboratoryId: null,
  bindUser: '甲',
  createTime: '2026-11-01 08:00:00',
  releaseUser: null,
  releaseTime: null,
  ...more,
});
const acting = {} as Acting;
const bind = (state: Partial<BindState>, barCode = '100000001', thirdpartyBarCode = 'TP1234') => {
  const outcome = bindCode.decide({ ...base, ...state }, { barCode, thirdpartyBarCode }, acting);
  return outcome.accepted ? (outcome.repeat ? 'repeat' : outcome.change) : `${outcome.kind} ${outcome.code}`;
};

describe('binding a partner’s barcode', () => {
  it('goes by the beginning and the length; the rule that says more wins', () => {
    expect(ruleOf(base.rules, 'TP1234')?.thirdpartyCode).toBe('TP');
    expect(ruleOf(base.rules, 'tp9234')?.thirdpartyCode).toBe('TP9');
    expect([ruleOf(base.rules, 'TP12345'), ruleOf(base.rules, 'XP1234')]).toEqual([undefined, undefined]);
    expect(bind({})).toMatchObject({ sendSampleClientId: '5', laboratoryId: '1', affiliationId: '7', ruleId: 'TP/6' });
    expect(bind({}, '100000001', 'TP12345')).toBe('refused thirdpartyBind.ruleMismatch');
    expect(bind({ rules: [] })).toBe('refused thirdpartyBind.noRule');
  });

  it('is one to one both ways; the same pair again is a repeat', () => {
    const pair = bound('100000001', 'TP1234');
    expect(bind({ own: pair, their: pair })).toBe('repeat');
    expect(bind({ own: bound('100000001', 'TP0000') })).toBe('conflict thirdpartyBind.ownBound');
    expect(bind({ their: bound('100000002', 'TP1234') })).toBe('conflict thirdpartyBind.theirBound');
  });

  it('notices codes scanned twice, the other way round, or not ours', () => {
    expect(bind({}, 'TP1234', 'TP1234')).toBe('refused thirdpartyBind.sameCode');
    expect(bind({ knownClient: null, namedClient: client }, 'TP1234', '100000001')).toBe('refused thirdpartyBind.swapped');
    expect(bind({ knownClient: null, namedClient: client }, '12', 'TP1234')).toBe('refused thirdpartyBind.notOurs');
    expect(bind({ knownClient: null, namedClient: client, styles: [] }, '12')).toMatchObject({ barCode: '12' });
  });

  it('needs a client, and trusts the sample over the choice', () => {
    expect(bind({ knownClient: null })).toBe('refused thirdpartyBind.clientNeeded');
    expect(bind({ namedClient: { ...client, clientId: '6' } })).toBe('refused thirdpartyBind.clientDiffers');
    expect(bind({ isForeign: true })).toBe('refused thirdpartyBind.foreign');
    expect(judgeOwnCode(base, '100000001')).toEqual({ client });
  });

  it('is taken back once, and replaced only while it stands', () => {
    const pair = bound('100000001', 'TP1234');
    const gone = { ...pair, releaseUser: '乙', releaseTime: '2026-11-02 09:00:00' };
    const release = (one: CodeBind | null) => releaseCode.decide({ bind: one }, { bindId: '1', reason: '扫错' }, acting);
    expect([release(pair), release(null), release(gone)]).toMatchObject([
      { accepted: true },
      { code: 'thirdpartyBind.unknown' },
      { kind: 'conflict', params: { by: '乙', at: '2026-11-02 09:00:00' } },
    ]);
    const rebind = (one: CodeBind | null, thirdpartyBarCode: string) =>
      rebindCode.decide({ ...base, own: one, bind: one }, { bindId: '1', thirdpartyBarCode, reason: '扫错' }, acting);
    expect(rebind(pair, 'TP1235')).toMatchObject({ accepted: true, change: { barCode: '100000001', thirdpartyBarCode: 'TP1235' } });
    expect(rebind(pair, 'TP1234')).toMatchObject({ code: 'thirdpartyBind.sameCode' });
    expect(rebind(gone, 'TP1235')).toMatchObject({ code: 'thirdpartyBind.released' });
  });
});
