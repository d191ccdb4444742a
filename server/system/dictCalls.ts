import type { Resource } from '#domain/kernel/resource.ts';
import { dict, dictBiz, isSealed, rootDictKey } from '#domain/system/dict.ts';
import { pageOf, UserError } from '#server/kernel/answers.ts';
import { pagingOf } from '#server/kernel/resourceQuery.ts';
import { saveRow } from '#server/kernel/resourceWrite.ts';
import { defineCall, type Call } from '#server/kernel/serve.ts';
import { forest, treeNode } from '#server/kernel/forest.ts';
import { scalarText } from './scalarText.ts';
import { dictRows, type DictRow } from './systemRows.ts';
import { writeOnce } from './writing.ts';

type Asked = Record<string, string>;

const isRoot = ({ parentId }: DictRow): boolean => parentId === '0';
const fits =
  (query: Asked) =>
  (row: DictRow): boolean =>
    row.code.includes(query['code'] ?? '') && row.dictValue.includes(query['dictValue'] ?? '');

/** The calls of one kind of dictionary beside its described ones (wire 4). */
function callsOf(resource: Resource): readonly Call[] {
  const { path, title } = resource;
  const permission = `${resource.name}_view`;
  const read = (segment: string, needs: string | null, answer: (rows: DictRow[], query: Asked) => unknown): Call =>
    defineCall<Asked>({
      method: 'GET',
      service: 'system',
      path: `${path}/${segment}`,
      title,
      permission: needs,
      handle: async ({ db, user, query }) => answer(await dictRows(db, resource, user.tenantId), query),
    });
  const titled = (rows: DictRow[]) => forest(rows.map((row) => treeNode(row, row.dictValue)));
  return [
    read('list', permission, (rows, query) => forest(rows.filter(fits(query)))),
    read('parent-list', permission, (rows, query) => {
      const { current, size } = pagingOf(query);
      const roots = rows.filter(isRoot).filter(fits(query));
      return pageOf(roots.slice((current - 1) * size, current * size), roots.length, current, size);
    }),
    read('child-list', permission, (rows, query) => {
      const parent = rows.find(({ id }) => id === query['parentId']);
      return forest(rows.filter((row) => !isRoot(row) && row.code === parent?.code).filter(fits(query)));
    }),
    read('parent-tree', permission, (rows) => titled(rows.filter(isRoot))),
    read('tree', permission, (rows, query) =>
      titled(query['code'] && query['code'] !== 'DICT' ? rows.filter(({ code }) => code === query['code']) : rows),
    ),
    // Every screen needs the choices of a dictionary: they are open to all who are signed in.
    read('dictionary', null, (rows, query) => rows.filter((row) => row.code === query['code'] && !isRoot(row) && row.isSealed === 0)),
    read('dictionary-tree', null, (rows, query) => titled(rows.filter((row) => row.code === query['code'] && row.isSealed === 0))),
    defineCall({
      method: 'POST',
      service: 'system',
      path: `${path}/submit`,
      title: [`保存${title[0]}`, `Save: ${title[1]}`],
      permission: `${resource.name}_save`,
      handle: async (context) => {
        const record = entryToSave(await dictRows(context.db, resource, context.user.tenantId), context.body ?? {});
        return writeOnce(context, `${resource.name}.save`, async (tx, writing) => {
          const saved = await saveRow(tx, resource, record, writing);
          // What stands below belongs to the same dictionary.
          for (const { id, code } of below(await dictRows(tx, resource, context.user.tenantId), saved.id))
            if (code !== record['code']) await saveRow(tx, resource, { id, code: record['code'] }, writing);
          return saved;
        });
      },
    }),
  ];
}

/** Every entry below one, each after the one it stands under. */
function below(rows: readonly DictRow[], id: string, depth = 0): DictRow[] {
  return depth > 20 ? [] : rows.filter(({ parentId }) => parentId === id).flatMap((row) => [row, ...below(rows, row.id, depth + 1)]);
}

/** An entry belongs to its parent's dictionary; a key stands once in it. Throws UserError 400. */
function entryToSave(rows: readonly DictRow[], body: Record<string, unknown>): Record<string, unknown> {
  const id = scalarText(body['id']);
  const own = rows.find((row) => row.id === id);
  const parentId = scalarText(body['parentId'] ?? own?.parentId) || '0';
  if (parentId !== '0' && parentId === id) throw new UserError(400, ['父节点不可选择自身!', 'A node cannot be its own parent']);
  const parent = rows.find((row) => row.id === parentId);
  const code = parent?.code ?? scalarText(body['code'] ?? own?.code);
  const dictKey = parentId === '0' ? rootDictKey : scalarText(body['dictKey'] ?? own?.dictKey);
  const taken = rows.some((row) => row.id !== id && row.code === code && row.dictKey === dictKey);
  if (taken) throw new UserError(400, ['当前字典键值已存在!', 'This key exists already']);
  // The public flavour of the family knows no sealing: what it does not say is not sealed.
  return { ...body, parentId, code, dictKey, isSealed: body['isSealed'] ?? own?.isSealed ?? isSealed.no };
}

export const dictCalls: readonly Call[] = [...callsOf(dict), ...callsOf(dictBiz)];
