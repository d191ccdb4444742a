import { expect, it } from 'vitest';
import { commands } from '#domain/commands.ts';
import { commonRefusals } from '#domain/kernel/command.ts';
import type { Receipt } from '#domain/kernel/offlineWire.ts';
import { impersonal } from './impersonal.ts';

const receipt: Receipt = { opId: 'a', status: 'refused', duplicate: false, serverSeq: '7', serverTime: '2026-05-20 09:00:00' };

/** Free words of a person, and values that a partner told: they may say something of a patient, and are not kept. */
const dropped: ReadonlySet<string> = new Set(['reason', 'why', 'value']);

it.each(commands.filter(({ offline }) => offline).map((command) => [command.name, command] as const))(
  'keeps what the refusals of %s say, but for free words',
  (_name, { refusals }) => {
    const names = new Set(
      Object.values({ ...commonRefusals, ...refusals }).flatMap((label) => [...label[0].matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)),
    );
    const params = Object.fromEntries([...names].map((name) => [name, 'x']));
    const kept = impersonal({ ...receipt, params }).params ?? {};
    expect([...names].filter((name) => !(name in kept) && !dropped.has(name))).toEqual([]);
  },
);

it('drops whatever it does not know, at any depth', () => {
  const said = impersonal({
    ...receipt,
    result: { sampleCode: '026000001', personName: '章晴', person: { telephone: '13800000000' }, tubes: [{ by: '章晴' }] },
    params: { by: '王护士', telephone: '13800000000', status: ['已录入', 'Entered'] },
    problems: [
      { field: 'birthDate', code: 'rule', params: { text: ['出生日期与身份证(1990-01-01)不一致', 'differs'] } },
      { field: 'tubes.0.sampleCode', code: 'taken', params: { label: ['样本条码', 'Sample'], value: '026000001' } },
      { field: 'credentialNo', code: 'taken', params: { label: ['证件号', 'ID'], value: '110101199001011237' } },
    ],
  });
  expect(said.result).toEqual({ sampleCode: '026000001' });
  expect(said.params).toEqual({ by: '王护士', status: ['已录入', 'Entered'] });
  expect(JSON.stringify(said)).not.toMatch(/章晴|13800000000|1990|11010119/);
  expect(said.problems).toMatchObject([
    { field: 'birthDate', code: 'rule' },
    { params: { value: '026000001' } },
    { field: 'credentialNo', code: 'taken' },
  ]);
});

it('leaves an answer without words as it is', () => {
  expect(impersonal({ ...receipt, status: 'applied', result: true })).toEqual({ ...receipt, status: 'applied', result: true });
});
