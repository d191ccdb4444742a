import { codeType } from '#domain/code/codeStyle.ts';
import type { LabelFacts } from '#domain/code/labelLayout.ts';
import { formatDate } from '#domain/kernel/dates.ts';
import { inLanguage, type Language } from '#domain/kernel/label.ts';

const sampleCodes: Readonly<Record<number, string>> = {
  [codeType.requisition]: 'A26000001',
  [codeType.sample]: '900000001',
  [codeType.lab]: 'SH01-900000-000123',
};

/** An invented label, for the designer's preview. */
export function sampleFacts(type: number, language: Language): LabelFacts {
  const isChinese = language === 'zh';
  return {
    code: sampleCodes[type] ?? 'A26000001',
    kind: inLanguage(codeType.labelOf(type) ?? ['', ''], language),
    sample: type === codeType.lab ? '900000001' : '',
    client: isChinese ? '示例妇幼保健院' : 'Example Hospital',
    clientCode: 'C0001',
    laboratory: isChinese ? '示例检验所' : 'Example Laboratory',
    date: formatDate(Date.now()),
    serial: '1/20',
    user: isChinese ? '示例员' : 'Example',
  };
}
