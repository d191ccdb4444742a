import type { Field } from '#domain/kernel/fields.ts';
import { isId } from '#domain/kernel/ids.ts';
import { inLanguage, type Label, type Language } from '#domain/kernel/label.ts';
import { canDisable, type Resource } from '#domain/kernel/resource.ts';
import { cellOf, disabledField } from './exportColumns.ts';
import { plainText } from '#server/kernel/core/plainText.ts';
import type { Query } from '#server/kernel/resource/resourceQuery.ts';
import { nameRefs } from '#server/kernel/resource/resourceRead.ts';
import { refNameOf, wireName } from '#domain/kernel/wireNames.ts';
import type { Reader } from '#server/storage/readRows.ts';

/** What the end of a parameter's name says. */
const endings: readonly (readonly [suffix: string, words: Label])[] = [
  ['Begin', ['从', 'from']],
  ['End', ['至', 'to']],
  ['_datege', ['从', 'from']],
  ['_dategt', ['晚于', 'after']],
  ['_datele', ['至', 'to']],
  ['_datelt', ['早于', 'before']],
  ['_dateequal', ['等于', 'is']],
  ['_notequal', ['不等于', 'is not']],
  ['_equal', ['等于', 'is']],
  ['_likeleft', ['结尾为', 'ends with']],
  ['_likeright', ['开头为', 'begins with']],
  ['_notlike', ['不包含', 'does not contain']],
  ['_like', ['包含', 'contains']],
  ['_notnull', ['非空', 'is given']],
  ['_null', ['为空', 'is empty']],
  ['_ge', ['不小于', 'at least']],
  ['_gt', ['大于', 'more than']],
  ['_le', ['不大于', 'at most']],
  ['_lt', ['小于', 'less than']],
];
const common: Readonly<Record<string, Field>> = {
  createTime: { kind: 'dateTime', label: ['创建时间', 'Created'] },
  updateTime: { kind: 'dateTime', label: ['更新时间', 'Updated'] },
};

/** One condition of a list, in words. */
export interface TheCondition {
  readonly field: Field | null;
  readonly parameter: string;
  readonly title: string;
  readonly value: string;
}

/** What a list was filtered and ordered by, in words; parameters the list does not know are no conditions. */
export async function conditionsOf(
  reader: Reader,
  resource: Resource,
  tenantId: string,
  query: Query,
  language: Language,
): Promise<readonly TheCondition[]> {
  const say = (label: Label): string => inLanguage(label, language);
  const fields = new Map<string, Field>([
    ...Object.entries(common),
    ...(canDisable(resource) ? ([['isDisable', disabledField] as const, ['disable', disabledField] as const] as const) : []),
    ...Object.entries<Field>(resource.fields).flatMap(([name, field]) =>
      field.isSecret ? [] : [[name, field] as const, [wireName(name, field), field] as const],
    ),
  ]);
  const found: TheCondition[] = [];
  for (const [parameter, given] of Object.entries(query)) {
    const text = plainText(given);
    if (text === '') continue;
    if (parameter === 'keyword' || parameter === 'ids' || parameter === 'id') {
      found.push({ field: null, parameter, title: parameter === 'keyword' ? say(['关键字', 'Keyword']) : 'ID', value: text });
      continue;
    }
    if (parameter === 'ascs' || parameter === 'descs') {
      const names = text.split(',').map((name) => (fields.get(name) ? say(fields.get(name)!.label) : name));
      found.push({
        field: null,
        parameter,
        title: say(parameter === 'ascs' ? ['升序', 'Ascending'] : ['降序', 'Descending']),
        value: names.join('、'),
      });
      continue;
    }
    const ending = fields.has(parameter)
      ? undefined
      : endings.find(([suffix]) => parameter.endsWith(suffix) && fields.has(parameter.slice(0, -suffix.length)));
    const base = ending ? parameter.slice(0, -ending[0].length) : parameter;
    const field = fields.get(base);
    if (!field) continue;
    found.push({
      field,
      parameter,
      title: ending ? `${say(field.label)} ${say(ending[1])}` : say(field.label),
      value: await wordsOf(field, base, text),
    });
  }
  return found;

  async function wordsOf(field: Field, base: string, text: string): Promise<string> {
    if (field.kind === 'ref' && field.ref) {
      const rows = text.split(',').map((id): Record<string, unknown> => ({ [wireName(base, field)]: id }));
      // What is no id finds nothing in the list and is shown as it was given.
      const known = rows.filter((row) => isId(String(row[wireName(base, field)])));
      await nameRefs(reader, resource, tenantId, known);
      return rows.map((row) => plainText(row[refNameOf(wireName(base, field))] ?? '') || plainText(row[wireName(base, field)])).join('、');
    }
    if (field.kind === 'choice' || field.kind === 'choiceList' || field.kind === 'yesNo') {
      const one = cellOf('value', { ...field, kind: field.kind === 'choiceList' ? 'choice' : field.kind });
      return text
        .split(',')
        .map((code) => plainText(one({ value: code }, language)))
        .join('、');
    }
    return text;
  }
}
