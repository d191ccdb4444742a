import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reportKind } from '../reportTemplate.ts';
import { chooseConfig, configMisfit, sameRank, type ConfigQuestion, type RankedConfig } from './configChoice.ts';

const open = { sendSampleClientIds: [], reportTitleIds: [], commodityIds: [], panelGroupIds: [] };
const config = (configId: string, more: Partial<RankedConfig> = {}): RankedConfig => ({
  configId,
  laboratoryId: 'L1',
  reportKind: reportKind.regular,
  validFrom: '2026-01-01',
  validTo: null,
  isDisable: 0,
  isTemplateLive: true,
  ...open,
  ...more,
});
const custom = { reportKind: reportKind.custom };
const configs = [
  config('G1'),
  config('G2', { panelGroupIds: ['P1'] }),
  config('G3', { commodityIds: ['NIPT'] }),
  config('U1', { ...custom, sendSampleClientIds: ['K1'] }),
  config('U2', { ...custom, sendSampleClientIds: ['K1'], reportTitleIds: ['H1'] }),
  config('U3', { ...custom, sendSampleClientIds: ['K1'], commodityIds: ['NIPT'], isTemplateLive: false }),
];
const question = (client: string, panelGroupIds: string[], commodityIds: string[], title: string | null = null): ConfigQuestion => ({
  laboratoryId: 'L1',
  reportKind: reportKind.regular,
  sendSampleClientId: client,
  reportTitleId: title,
  commodityIds,
  panelGroupIds,
  date: '2026-11-24',
});

describe('the configuration of a report', () => {
  it.each([
    [question('K2', ['P2'], ['DEAF']), 'G1'],
    [question('K2', ['P1'], ['DEAF']), 'G2'],
    [question('K2', ['P1'], ['NIPT']), 'G3'],
    [question('K2', ['P1', 'P2'], ['DEAF', 'CCID']), 'G1'],
    [question('K1', ['P1'], ['DEAF'], 'H0'), 'U1'],
    [question('K1', ['P2'], ['DEAF'], 'H1'), 'U2'],
    [question('K1', ['P1'], ['NIPT'], 'H1'), 'U2'],
  ])('%j → %s', (asked, expected) => {
    expect(chooseConfig(configs, asked).chosen?.configId).toBe(expected);
  });

  it('is not a lighter one where the heaviest has no template that prints', () => {
    const { chosen, fault, trace } = chooseConfig(configs, question('K1', ['P1'], ['NIPT'], 'H0'));
    expect([chosen, fault]).toEqual([null, 'reportConfig.templateOff']);
    expect(trace.map(({ config: { configId }, misfit }) => [configId, misfit]).slice(0, 5)).toEqual([
      ['U3', null],
      ['U1', null],
      ['G3', null],
      ['G2', null],
      ['G1', null],
    ]);
    expect(trace.at(-1)).toMatchObject({ config: { configId: 'U2' }, rank: 12, misfit: 'title' });
  });

  it('is none in a laboratory without any', () => {
    const asked = { ...question('K2', ['P1'], ['NIPT']), laboratoryId: 'L2' };
    expect(chooseConfig(configs, asked)).toMatchObject({ chosen: null, fault: 'reportConfig.none' });
    expect(new Set(chooseConfig(configs, asked).trace.map(({ misfit }) => misfit))).toEqual(new Set(['laboratory']));
  });

  it('holds from its first day to its last', () => {
    const bounded = config('B', { validFrom: '2026-03-01', validTo: '2026-03-31' });
    const on = (date: string) => configMisfit(bounded, { ...question('K2', [], []), date });
    expect(['2026-02-28', '2026-03-01', '2026-03-31', '2026-04-01'].map(on)).toEqual(['notYet', null, null, 'expired']);
  });

  it('of an annex is one of an annex', () => {
    const annex = config('A', { reportKind: reportKind.auxiliary });
    expect(configMisfit(annex, question('K2', [], []))).toBe('kind');
    expect(configMisfit(annex, { ...question('K2', [], []), reportKind: reportKind.auxiliary })).toBeNull();
  });
});

const names = ['a', 'b', 'c'];
const some = fc.subarray(names);
const anyConfig = fc.record({
  sendSampleClientIds: some,
  reportTitleIds: some,
  commodityIds: some,
  panelGroupIds: some,
  reportKind: fc.constantFrom<number>(1, 2, 3, 4),
  validFrom: fc.constantFrom('2026-01-01', '2026-06-01'),
  validTo: fc.constantFrom(null, '2026-06-01', '2026-12-31'),
});
const anyQuestion = fc.record({
  client: fc.option(fc.constantFrom(...names)),
  title: fc.option(fc.constantFrom(...names)),
  commodityIds: fc.subarray(names, { minLength: 1 }),
  panelGroupIds: fc.subarray(names, { minLength: 1 }),
  date: fc.constantFrom('2026-01-01', '2026-05-31', '2026-06-01', '2026-11-24'),
  reportKind: fc.constantFrom<number>(1, 2, 3, 4),
});

it('is never one of two by chance: two of one rank for the same report are refused when they are saved', () => {
  fc.assert(
    fc.property(anyConfig, anyConfig, anyQuestion, (one, other, { client, title, ...rest }) => {
      const [first, second] = [config('1', one), config('2', other)];
      const asked: ConfigQuestion = { laboratoryId: 'L1', sendSampleClientId: client, reportTitleId: title, ...rest };
      const { trace } = chooseConfig([first, second], asked);
      const areTied = trace.every(({ misfit, rank }) => misfit === null && rank === trace[0]!.rank);
      if (areTied) expect(sameRank(first, [first, second])).toBe(second);
    }),
  );
});
