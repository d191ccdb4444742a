import { describe, expect, it } from 'vitest';
import { actLines, mentionedRows } from './actContent.ts';

const names = (resource: string, id: string): string | undefined => (resource === 'sampleClass' && id === '7' ? 'SC0003 血清' : undefined);
const asText = (content: unknown, language: 'zh' | 'en' = 'zh'): readonly string[] =>
  actLines(content, language, names).map(({ title, text }) => `${title}=${text}`);

describe('what an act carries, in the user’s words', () => {
  it('names the fields, the choices and the master data of a reception', () => {
    const payload = {
      requisitionCode: 'A00000001',
      sex: 2,
      isUrgent: 1,
      bedNo: '',
      tubes: [{ sampleCode: '900000001', sampleClassId: '7', sampleCondition: [1] }],
      reasons: { 'R-08': '复查' },
    };
    expect(asText(payload)).toEqual([
      '申请单条码=A00000001',
      '性别=女',
      '加急=是',
      '样本条码=900000001',
      '样本类型=SC0003 血清',
      '样本外观=正常',
      '原因 R-08=复查',
    ]);
    expect(asText(payload, 'en')).toContain('Sex=Female');
    expect(mentionedRows(payload)).toEqual([['sampleClass', '7']]);
  });

  it('numbers the tubes where there are several, and reads a detail form by its own fields', () => {
    expect(asText({ tubes: [{ sampleCode: 'A' }, { sampleCode: 'B' }] })).toEqual(['样本 1 样本条码=A', '样本 2 样本条码=B']);
    expect(asText({ form: 'nipt', pass: 2, values: { weightKg: '58.5' }, unclear: ['personName'] })).toEqual([
      '录入表单=NIPT',
      '录入次数=2',
      '孕妇体重=58.5 kg',
      '字迹不清=受检者姓名',
    ]);
  });

  it('never shows a sealed password, and hides nothing it does not know', () => {
    expect(asText({ signAccount: 'lab', signPassword: 'c2VjcmV0', laterField: 3 })).toEqual(['签收账号=lab', 'laterField=3']);
  });
});
