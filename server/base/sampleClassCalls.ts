import { sql } from 'drizzle-orm';
import { sampleClassContracts } from '#domain/base/listContracts.ts';
import { sampleClass } from '#domain/base/sampleClass.ts';
import { resourceReader } from '#server/kernel/resource/resourceRead.ts';
import { type Call } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { readRows } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';

export const sampleClassCalls: readonly Call[] = serveCalls(sampleClassContracts, {
  'POST base/sample-class/list-by-commodity': {
    /** The classes that some of the commodities takes, those that most take first; a commodity without classes takes all. */
    async handle({ db, body: { commodityIds = [], commodityId }, user }) {
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
  },
});
