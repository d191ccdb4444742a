import { describe, expect, it } from 'vitest';
import { code, date, dateTime, integer, ref, refList, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { mergeConflict } from './conflict.ts';
import { reportPeriods } from '#domain/report/search/reportPeriods.ts';
import { listQuery, partSearch, readListState, searchableFields, writeListState } from './listQuery.ts';
import { refNameOf } from '#domain/kernel/wireNames.ts';
import { bodyOfFields, fieldsOfRow, rowName } from './wireRow.ts';

/** The contract's own spelling. */
const misspelt = 'forceReson';
const client = defineResource({
  name: 'client',
  title: ['客户', 'Client'],
  service: 'base',
  path: 'customer',
  verbs: { page: 'page', save: 'save' },
  id: 'customerId',
  display: { name: 'clientName', code: 'clientCode' },
  fields: {
    clientCode: code('编号', 'Code', { required: true, search: true }),
    clientName: text('名称', 'Name', { required: true, search: true }),
    forceReason: text('原因', 'Reason', { wire: misspelt }),
    laboratoryId: ref('检验所', 'Laboratory', 'laboratory', { search: true }),
    panelIds: refList('项目', 'Panels', 'panel'),
    signedOn: date('签约日期', 'Signed', { search: true }),
    rank: integer('排序', 'Rank'),
    seenAt: dateTime('时间', 'Seen', { readOnly: true }),
  },
});

describe('the URL of a list', () => {
  const searchable = searchableFields(client);
  it('carries search, page and order, and comes back the same', () => {
    const state = { search: { clientName: '人民 医院', 'signedOn.from': '2026-01-01' }, page: 3, sort: { key: 'clientCode', isDescending: true } };
    const params = writeListState(state);
    expect(readListState(new URLSearchParams(params.toString()), searchable)).toEqual(state);
  });
  it('carries nothing that tells who a patient is', () => {
    const fields = { personName: text('受检者姓名', 'Name', { search: true, patient: 'name' }), ...searchable };
    expect(partSearch({ personName: '甲', clientName: '乙', 'signedOn.from': '2026-01-01' }, fields)).toEqual([
      { clientName: '乙', 'signedOn.from': '2026-01-01' },
      { personName: '甲' },
    ]);
  });
  it('asks first for what the list answers nothing without', () => {
    expect(Object.keys(searchableFields(reportPeriods))[0]).toBe('laboratoryId');
  });
  it('leaves no trace of what is not there and takes no strange parameters', () => {
    expect(writeListState({ search: {}, page: 1, sort: null }).toString()).toBe('');
    expect(readListState(new URLSearchParams('clientName=&evil=1&page=-2&sort=-&rank=3'), searchable)).toEqual({ search: {}, page: 1, sort: null });
  });
  it('asks a range of moments from the first to the last second of its days, and to the hour where one is typed', () => {
    const asked = (from: string, to: string) => listQuery(client, { search: { 'seenAt.from': from, 'seenAt.to': to }, sort: null });
    expect(asked('2026-01-01', '2026-01-01')).toEqual({ seenAtBegin: '2026-01-01 00:00:00', seenAtEnd: '2026-01-01 23:59:59' });
    expect(asked('2026-01-01 08:30:00', '2026-01-02')).toEqual({ seenAtBegin: '2026-01-01 08:30:00', seenAtEnd: '2026-01-02 23:59:59' });
  });
  it('becomes the wire query: wire names, ranges of days, order, and the fixed filters of the screen last', () => {
    const query = listQuery(
      client,
      {
        search: { clientName: 'x', laboratoryId: '7', 'signedOn.from': '2026-01-01', 'signedOn.to': '2026-02-01' },
        sort: { key: 'clientCode', isDescending: true },
      },
      { laboratoryId: '9' },
    );
    expect(query).toEqual({ clientName: 'x', laboratoryId: '9', signedOnBegin: '2026-01-01', signedOnEnd: '2026-02-01', descs: 'clientCode' });
  });
});

describe('rows on the wire', () => {
  it("speak the wire's names outside and ours inside", () => {
    const row = { customerId: '5', clientName: '甲', [misspelt]: '急', panelIds: ['1'], seenAt: '2026-01-01 00:00:00' };
    expect(fieldsOfRow(client, row)).toMatchObject({ clientName: '甲', forceReason: '急', panelIds: ['1'] });
    expect(bodyOfFields(client, { clientName: '甲', forceReason: '急', seenAt: 'x', unknown: 1 })).toEqual({ clientName: '甲', [misspelt]: '急' });
  });
  it('are named by their own name, or by the row they refer to', () => {
    expect(rowName(client, { clientName: '甲' })).toBe('甲');
    expect(rowName({ ...client, display: { name: 'laboratoryId' } }, { laboratoryId: '7', laboratoryName: '杭州检验所' })).toBe('杭州检验所');
    expect([refNameOf('sampleClassIds'), refNameOf('laboratoryId'), refNameOf('createUser')]).toEqual([
      'sampleClassNames',
      'laboratoryName',
      'createUserName',
    ]);
  });
});

describe('two people at one record', () => {
  const base = { clientName: '甲', clientCode: 'C1', rank: 1, panelIds: ['1', '2'], [misspelt]: null };
  it('takes over what only the other changed and asks about what both changed', () => {
    const mine = { clientName: '乙', clientCode: 'C1', rank: '1', panelIds: ['2', '1'], forceReason: '' };
    const theirs = { clientName: '丙', clientCode: 'C2', rank: 1, panelIds: ['1', '2'], [misspelt]: null };
    expect(mergeConflict(client, base, mine, theirs)).toEqual({
      taken: { clientCode: 'C2' },
      differences: [{ name: 'clientName', mine: '乙', theirs: '丙' }],
    });
  });
  it('sees no conflict where both want the same, or where only a form would see a difference', () => {
    const mine = { clientName: '丙', clientCode: 'C1', rank: '1', panelIds: ['1', '2'], forceReason: '' };
    expect(mergeConflict(client, base, mine, { ...base, clientName: '丙' })).toEqual({ taken: {}, differences: [] });
  });
});
