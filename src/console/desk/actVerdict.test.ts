import { expect, it } from 'vitest';
import type { OutboxOperation } from '#src/offline/store/operation.ts';
import { actVerdict } from './actVerdict.ts';

const toCheck = [
  ['送检单位的要求', 'what the client asks for'],
  ['原样本条码', 'the original sample'],
] as const;
const detail = (change: Partial<OutboxOperation>, language: 'zh' | 'en'): string =>
  actVerdict({ type: 'summary.enter', state: 'pending', receipt: null, toCheck, ...change } as OutboxOperation, ['已接样', 'Received'], language)
    .detail;

it('says what the server will still check of an act, until its receipt is there, and nothing where the desk knew all', () => {
  expect(detail({}, 'zh')).toContain('服务器还会核对: 送检单位的要求、原样本条码');
  expect(detail({ state: 'sending' }, 'en')).toContain('The server will still check: what the client asks for, the original sample');
  const receipt = { status: 'applied', serverTime: '2026-11-21 10:00:00' } as OutboxOperation['receipt'];
  expect(detail({ state: 'acked', receipt }, 'zh')).not.toContain('核对');
  expect(detail({ toCheck: undefined as never }, 'en')).not.toContain('check');
});

it('says what the server wrote of single fields, beside a refusal and beside an act that was done', () => {
  const problems = [{ field: 'requisitionCode', code: 'rule', params: { text: ['申请单条码 ABC 不像条码', 'Requisition code ABC is no barcode'] } }];
  const receipt = { status: 'refused', code: 'command.badInput', serverTime: '2026-11-21 10:00:00', problems } as never;
  expect(detail({ state: 'rejected', receipt }, 'zh')).toMatch(/ · 申请单条码 ABC 不像条码$/u);
  expect(detail({ state: 'conflict', receipt }, 'en')).toMatch(/ · Requisition code ABC is no barcode$/u);
  expect(detail({ state: 'acked', receipt: { status: 'applied', serverTime: '2026-11-21 10:00:00', problems } as never }, 'zh')).toBe(
    '10:00:00 · 申请单条码 ABC 不像条码',
  );
});
