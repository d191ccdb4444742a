import type { Label } from '#domain/kernel/label.ts';

/** What a message can say of a sample: written `{姓名}` in the text. */
export const smsPlaces: readonly { readonly name: string; readonly label: Label; readonly example: string }[] = [
  { name: '姓名', label: ['受检者姓名', 'Patient name'], example: '张某' },
  { name: '样本条码', label: ['样本条码', 'Sample code'], example: '100000001' },
  { name: '产品', label: ['产品名称', 'Commodity'], example: '无创产前检测' },
  { name: '结果', label: ['定性结果', 'Result in one word'], example: '低风险' },
  { name: '送检单位', label: ['送检单位', 'Sending client'], example: '某市妇幼保健院' },
  { name: '采样时间', label: ['采样时间', 'Sampling time'], example: '2026-11-01' },
  { name: '报告时间', label: ['报告时间', 'Report time'], example: '2026-11-08' },
];
const pattern = /\{([^{}]*)\}/g;

/** Places of a text that nothing will ever fill. */
export function unknownPlaces(content: string): string[] {
  const known = new Set(smsPlaces.map(({ name }) => name));
  return [...new Set([...content.matchAll(pattern)].map(([, name = '']) => name.trim()).filter((name) => !known.has(name)))];
}

/** The text with its places filled; a place without a value stays empty. */
export function fillContent(content: string, values: Readonly<Record<string, string | null | undefined>>): string {
  return content.replace(pattern, (_all, name: string) => values[name.trim()] ?? '');
}

/** A text as its reader would get it, with invented values. */
export const exampleContent = (content: string): string =>
  fillContent(content, Object.fromEntries(smsPlaces.map(({ name, example }) => [name, example])));

const single = 70;
const part = 67;
/** How many messages a provider counts: 70 characters, or parts of 67. Characters as UTF-16 units, as the networks count. */
export const smsCount = (text: string): number => (text.length <= single ? 1 : Math.ceil(text.length / part));
