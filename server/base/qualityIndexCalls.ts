import { qualityIndexContracts } from '#domain/base/listContracts.ts';
import { qualityIndex } from '#domain/base/qualityIndex.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { forest, treeNode } from '#server/kernel/core/forest.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import { resourceReader, type WireRow } from '#server/kernel/resource/resourceRead.ts';
import { type Call } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import type { Reader } from '#server/storage/readRows.ts';

type IndexRow = WireRow & { readonly id: string; readonly parentId: string };

/** Every index in its order; "0" stands for no parent. */
async function indexRows(reader: Reader, user: ActingUser): Promise<IndexRow[]> {
  const rows = await resourceReader(reader, qualityIndex, user, new Map()).list({});
  return rows.map((row) => ({ ...row, id: String(row['id']), parentId: typeof row['parentId'] === 'string' ? row['parentId'] : '0' }));
}

/** One level, each row saying whether something is below it. */
async function levelOf(reader: Reader, user: ActingUser, parentId: string): Promise<(IndexRow & { readonly hasChildren: boolean })[]> {
  const rows = await indexRows(reader, user);
  const parents = new Set(rows.map((row) => row.parentId));
  return rows.filter((row) => row.parentId === (parentId || '0')).map((row) => ({ ...row, hasChildren: parents.has(row.id) }));
}

export const qualityIndexCalls: readonly Call[] = serveCalls(qualityIndexContracts, {
  'GET base/baseQualityIndex/lazy-list': { handle: ({ db, query, user }) => levelOf(db, user, parameter(query, 'parentId')) },
  'GET base/baseQualityIndex/tree': {
    handle: async ({ db, user }) => forest((await indexRows(db, user)).map((row) => treeNode(row, String(row['indexName'])))),
  },
  'GET base/baseQualityIndex/lazy-tree': {
    handle: async ({ db, query, user }) =>
      (await levelOf(db, user, parameter(query, 'parentId'))).map((row) => ({
        ...treeNode(row, String(row['indexName'])),
        hasChildren: row.hasChildren,
      })),
  },
});
