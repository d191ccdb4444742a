import type { Resource } from '#domain/kernel/resource.ts';
import { dict, dictBiz, isSealed, rootDictKey } from '#domain/system/dict.ts';
import { dictFamilies, type DictRow } from '#domain/system/dictCalls.ts';
import { pageOf, UserError } from '#server/kernel/core/answers.ts';
import { pagingOf } from '#server/kernel/resource/resourceQuery.ts';
import { saveRow } from '#server/kernel/resource/resourceWrite.ts';
import type { Call, CallContext } from '#server/kernel/http/serve.ts';
import { serveUnder } from '#server/kernel/verbs/serveCalls.ts';
import { forest, treeNode } from '#server/kernel/core/forest.ts';
import { scalarText } from './scalarText.ts';
import { dictRows } from './systemRows.ts';

const isRoot = ({ parentId }: DictRow): boolean => parentId === '0';
const fits =
  (query: { readonly code?: string | undefined; readonly dictValue?: string | undefined }) =>
  (row: DictRow): boolean =>
    row.code.includes(query.code ?? '') && row.dictValue.includes(query.dictValue ?? '');

/** The calls of one kind of dictionary beside its described ones (docs/wire.md#system-resources). */
function callsOf(resource: Resource, path: keyof typeof dictFamilies): readonly Call[] {
  const rowsOf = ({ db, user }: Pick<CallContext<unknown>, 'db' | 'user'>) => dictRows(db, resource, user.tenantId);
  const titled = (rows: DictRow[]) => forest(rows.map((row) => treeNode(row, row.dictValue)));
  return serveUnder(`system/${path}`, dictFamilies[path], {
    'GET list': { handle: async (context) => forest((await rowsOf(context)).filter(fits(context.query))) },
    'GET parent-list': {
      async handle(context) {
        const { current, size } = pagingOf(context.query);
        const roots = (await rowsOf(context)).filter(isRoot).filter(fits(context.query));
        return pageOf(roots.slice((current - 1) * size, current * size), roots.length, current, size);
      },
    },
    'GET child-list': {
      async handle(context) {
        const rows = await rowsOf(context);
        const parent = rows.find(({ id }) => id === context.query.parentId);
        return forest(rows.filter((row) => !isRoot(row) && row.code === parent?.code).filter(fits(context.query)));
      },
    },
    'GET parent-tree': { handle: async (context) => titled((await rowsOf(context)).filter(isRoot)) },
    'GET tree': {
      async handle(context) {
        const [rows, asked] = [await rowsOf(context), context.query.code];
        return titled(asked && asked !== 'DICT' ? rows.filter(({ code }) => code === asked) : rows);
      },
    },
    'GET dictionary': {
      handle: async (context) => (await rowsOf(context)).filter((row) => row.code === context.query.code && !isRoot(row) && row.isSealed === 0),
    },
    'GET dictionary-tree': {
      handle: async (context) => titled((await rowsOf(context)).filter((row) => row.code === context.query.code && row.isSealed === 0)),
    },
    'POST submit': {
      async write(tx, { user, body, writing }) {
        const record = entryToSave(await dictRows(tx, resource, user.tenantId), body);
        const saved = await saveRow(tx, resource, record, writing);
        // What stands below belongs to the same dictionary.
        for (const { id, code } of below(await dictRows(tx, resource, user.tenantId), saved.id))
          if (code !== record['code']) await saveRow(tx, resource, { id, code: record['code'] }, writing);
        return saved;
      },
    },
  });
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

export const dictCalls: readonly Call[] = [...callsOf(dict, 'dict'), ...callsOf(dictBiz, 'dict-biz')];
