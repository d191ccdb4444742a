import { qualityIndex } from '#domain/base/qualityIndex.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { forest, treeNode } from '#server/kernel/forest.ts';
import { parameter } from '#server/kernel/pageRows.ts';
import { resourceReader, type WireRow } from '#server/kernel/resourceRead.ts';
import { defineCall, type Call } from '#server/kernel/serve.ts';
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

const shared = { method: 'GET', service: 'base', permission: 'qualityIndex_view' } as const;

export const qualityIndexCalls: readonly Call[] = [
  defineCall({
    ...shared,
    path: 'baseQualityIndex/lazy-list',
    title: ['质量指标(逐级)', 'Quality indexes, level by level'],
    handle: ({ db, query, user }) => levelOf(db, user, parameter(query, 'parentId')),
  }),
  defineCall({
    ...shared,
    path: 'baseQualityIndex/tree',
    title: ['质量指标树', 'Tree of quality indexes'],
    handle: async ({ db, user }) => forest((await indexRows(db, user)).map((row) => treeNode(row, String(row['indexName'])))),
  }),
  defineCall({
    ...shared,
    path: 'baseQualityIndex/lazy-tree',
    title: ['质量指标树(逐级)', 'Tree of quality indexes, level by level'],
    handle: async ({ db, query, user }) =>
      (await levelOf(db, user, parameter(query, 'parentId'))).map((row) => ({
        ...treeNode(row, String(row['indexName'])),
        hasChildren: row.hasChildren,
      })),
  }),
];
