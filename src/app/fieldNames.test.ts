import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Field } from '#domain/kernel/fields.ts';
import { listings } from '#domain/listings.ts';
import { resources } from '#domain/resources.ts';
import { words } from '#domain/search/vocabulary.ts';

const root = join(import.meta.dirname, '../..');
const sources = ['domain', 'src'].flatMap((floor) =>
  readdirSync(join(root, floor), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.') && !name.endsWith('vocabulary.ts'))
    .map((name) => ({ name: `${floor}/${name}`, text: readFileSync(join(root, floor, name), 'utf8') })),
);
const kinds = 'text|longText|code|integer|decimal|money|flag|date|dateTime|json|choice|choiceList|ref|refList|secret';
const described = new RegExp(`(\\w+):\\s*(?:${kinds})\\(\\s*'([^']+)',\\s*(?:'([^']+)'|"([^"]+)")`, 'g');
const column = /key: '(\w+)',\s*title: \['([^']+)',\s*'([^']+)'\]/g;
const pair = /\['([^']*[\u4e00-\u9fff][^']*)',\s*'([^']+)'\]/g;

interface Named {
  readonly at: string;
  readonly key: string;
  readonly zh: string;
  readonly en: string;
}
const matches = (pattern: RegExp, part: (match: readonly (string | undefined)[]) => Omit<Named, 'at'>): Named[] =>
  sources.flatMap(({ name, text }) => [...text.matchAll(pattern)].map((match) => ({ at: name, ...part(match) })));
const fields = matches(described, ([, key = '', zh = '', one, other]) => ({ key, zh, en: one ?? other ?? '' }));
const columns = matches(column, ([, key = '', zh = '', en = '']) => ({ key, zh, en }));
const labels = matches(pair, ([, zh = '', en = '']) => ({ key: '', zh, en }));

/** One of it, as it stands alone: a list of many is called by the plural of the same word. */
const one = (en: string): string =>
  en
    .toLowerCase()
    .replace(/^the /, '')
    .replace(/ies$/, 'y')
    .replace(/(ss|x|ch)es$/, '$1')
    .replace(/([^s])s$/, '$1');
const told = ({ at, key, zh, en }: Named): string => `${at} ${key} ${zh} / ${en}`;

/** Where a key means something else than the vocabulary's word of that name. */
const elsewhere: Readonly<Record<string, string>> = {
  'contractLaboratoryId 检验所': 'entry asks for one laboratory alone, by the short name that hospitals know',
  'requisitionCode 条码': 'a print job is found by any of its codes',
  'enterTime 录入日期': 'of a tally, a day',
  'telephone 接收手机号': 'whom a trial message goes to',
  'remark 岗位描述': 'of a post, its description',
  'dueTime 限期': 'of a case, when what was asked for is to be there',
  'auditTime 审核时间': 'of a change that was applied for, not of a report',
};
const vocabulary = new Map(Object.entries<Field>(words));

it('gives a field of samples, requisitions, tasks, reports, orders and clients the one name the vocabulary has for it', () => {
  const shared: readonly Named[] = [...resources.filter(({ view }) => view), ...listings].flatMap((list) =>
    Object.entries<Field>(list.fields).map(([key, { label }]) => ({ at: list.name, key, zh: label[0], en: label[1] })),
  );
  const general = new Set(['createTime', 'creator', 'reason', 'remark', 'batch', 'age', 'beginTime', 'sex']);
  const wrong = [...shared, ...columns].filter(({ key, zh, en }) => {
    const label = vocabulary.get(key)?.label;
    return label && !general.has(key) && !(`${key} ${zh}` in elsewhere) && (label[0] !== zh || label[1] !== en);
  });
  expect(wrong.map(told), 'take it from domain/search/vocabulary.ts').toEqual([]);
});

it('says a word of the vocabulary in English as the vocabulary does, wherever it stands', () => {
  const names = new Map([...vocabulary.values()].map(({ label: [zh, en] }) => [zh, one(en)]));
  const wrong = [...fields, ...columns, ...labels].filter(({ zh, en }) => names.has(zh) && names.get(zh) !== one(en));
  expect(wrong.map(told)).toEqual([]);
});

it('has one English name for each Chinese name of a field or column', () => {
  const names = new Map<string, Map<string, Named>>();
  for (const named of [...fields, ...columns]) names.set(named.zh, (names.get(named.zh) ?? new Map<string, Named>()).set(one(named.en), named));
  const many = [...names.values()].filter((found) => found.size > 1).map((found) => [...found.values()].map(told).join(' | '));
  expect(many).toEqual([]);
});
