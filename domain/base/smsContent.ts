import type { Label } from '#domain/kernel/label.ts';

/** The place of a link to the report. */
export const linkName = '链接';
/** What a message can say of a sample: written `{姓名}` in the text. */
export const smsPlaces: readonly { readonly name: string; readonly label: Label; readonly example: string }[] = [
  { name: '姓名', label: ['受检者姓名(仅显示姓)', 'Patient name, its first character alone'], example: '张**' },
  { name: '样本条码', label: ['样本条码', 'Sample code'], example: '100000001' },
  { name: '产品', label: ['产品的通知名称', 'What the commodity is called in messages'], example: '检测' },
  { name: '送检单位', label: ['送检单位', 'Sending client'], example: '某市妇幼保健院' },
  { name: '采样时间', label: ['采样时间', 'Sampling time'], example: '2026-11-01' },
  { name: '报告时间', label: ['报告时间', 'Report time'], example: '2026-11-08' },
  {
    name: linkName,
    label: ['报告链接(限时, 报告策略须含患者链接)', 'A link to the report, for its days; its strategy must have patient links'],
    example: 'https://report.example.com/r/0123456789abcdef0123456789abcdef',
  },
];
/** It is made for the one who reads it, when the message leaves: until then its place stands. */
export const linkPlace = `{${linkName}}`;
const linkPattern = new RegExp(`\\{\\s*${linkName}\\s*\\}`, 'g');
/** Whether a text has a place for a link. */
export const hasLinkPlace = (content: string): boolean => content.search(linkPattern) >= 0;
/** The text as it leaves the house. */
export const withLink = (content: string, address: string): string => content.replace(linkPattern, address);
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

/** Words that tell a result: no text message holds one, whatever fills its places. */
export const resultWords = ['阴性', '阳性', '高风险', '低风险', '异常', '突变', '感染'] as const;
/** What a commodity is called in a message where nobody said. */
export const plainProduct = '检测';

const folded = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '').toLowerCase();
const isLatin = (word: string): boolean => /^[\x20-\x7e]+$/.test(word);
/** True where it stands there as a word of its own: `T21` is not in `T210`. */
const holdsWord = (text: string, word: string): boolean =>
  new RegExp(`(?<![a-z0-9])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![a-z0-9])`, 'i').test(text.normalize('NFKC'));

/** Names that tell what was looked for: items as they are called, their short names, and the genes in them. */
export function tellingNames(items: readonly { readonly itemName: string; readonly itemShortName: string | null }[]): readonly string[] {
  const genes = (name: string): readonly string[] => (name.match(/[A-Z][A-Z0-9]{2,}/g) ?? []).filter((word) => /\d/.test(word));
  const names = items.flatMap(({ itemName, itemShortName }) => [itemName, itemShortName ?? '', ...genes(itemName)]);
  return [...new Set(names.map((name) => name.trim()).filter((name) => name.length > 1))];
}

/** What of a text tells a result, a tested item or a gene, in the order asked; the places in it are not read. */
export function tellingWords(text: string, names: readonly string[] = []): string[] {
  const own = text.replace(pattern, ' ');
  const plain = folded(own);
  return [
    ...resultWords.filter((word) => plain.includes(word)),
    ...names.filter((name) => (isLatin(name) ? holdsWord(own, name) : plain.includes(folded(name)))),
  ];
}

/** A person's name as a stranger may read it: 张晓明 is 张**. */
export function maskedName(name: string): string {
  const [first] = name.trim();
  return first === undefined ? '' : `${first}**`;
}
/** A number as it may stand in a list. */
export const maskedPhone = (telephone: string): string => telephone.replace(/^(.{3}).+(.{4})$/, '$1****$2');

/** What commodities are called in a message: each different name once; 检测 where one has none, or a name that tells something. */
export function productName(noticeNames: readonly (string | null)[]): string {
  const names = noticeNames.map((name) => name?.trim() ?? '');
  const isPlain = names.length === 0 || names.some((name) => name === '' || tellingWords(name).length > 0);
  return isPlain ? plainProduct : [...new Set(names)].join('、');
}

const single = 70;
const part = 67;
/** How many messages a provider counts: 70 characters, or parts of 67. Characters as UTF-16 units, as the networks count. */
export const smsCount = (text: string): number => (text.length <= single ? 1 : Math.ceil(text.length / part));
