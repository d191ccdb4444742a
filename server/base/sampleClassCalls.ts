import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { sampleClass } from '#domain/base/sampleClass.ts';
import { idList, idText } from '#domain/kernel/ids.ts';
import { resourceReader } from '#server/kernel/resourceRead.ts';
import { defineCall, type Call } from '#server/kernel/serve.ts';
import { readRows } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';

const body = z.object({ commodityIds: idList(1_000).optional(), commodityId: idText.optional() });

export const sampleClassCalls: readonly Call[] = [
  defineCall({
    method: 'POST',
    service: 'base',
    path: 'sample-class/list-by-commodity',
    title: ['产品可用的样本类型', 'Sample classes of commodities'],
    permission: 'sampleClass_view',
    /** The classes that some of the commodities takes, those that most take first; a commodity without classes takes all. */
    async handle({ db, body: sent, user }) {
      const { commodityIds = [], commodityId } = body.parse(sent ?? {});
      const ids = [...new Set([...commodityIds, ...(commodityId ? [commodityId] : [])])];
      const classes = await resourceReader(db, sampleClass, user, new Map()).list({});
      if (ids.length === 0) return classes;
      const found = await readRows<{ id: string; sampleClassIds: string[] | null }>(
        db,
        sql`select id::text as id, sample_class_ids::text[] as sample_class_ids from commodity where tenant_id = ${user.tenantId} and is_deleted = 0 and id = ${anyId(ids)}`,
      );
      const takes = (classId: string): string[] =>
        found.filter(({ sampleClassIds }) => !sampleClassIds?.length || sampleClassIds.includes(classId)).map(({ id }) => id);
      return classes
        .map((row) => ({ ...row, commodityIds: takes(String(row['classId'])) }))
        .filter((row) => row.commodityIds.length > 0)
        .sort((a, b) => b.commodityIds.length - a.commodityIds.length);
    },
  }),
];
