import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { commodity } from '#domain/base/commodity.ts';
import { laboratoryCommodity } from '#domain/base/laboratoryCommodity.ts';
import { problemOf } from '#domain/kernel/check.ts';
import { problemsError } from '#server/kernel/answers.ts';
import { deviceIdOf, onceOnly } from '#server/kernel/onceOnly.ts';
import { resourceReader } from '#server/kernel/resourceRead.ts';
import { saveRow } from '#server/kernel/resourceWrite.ts';
import { defineCall, type Call, type Tx } from '#server/kernel/serve.ts';
import { nextChangeSeq } from '#server/storage/changes.ts';
import { laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { askedIds, scopedIds } from './userScope.ts';

const ofLaboratory = z.looseObject({ laboratoryId: z.string({ error: 'required' }).regex(/^\d{1,19}$/, 'wrongShape') });

export const laboratoryCommodityCalls: readonly Call[] = [
  defineCall({
    method: 'GET', service: 'base', path: 'laboratory-commodity/my-list', title: ['我的检验所产品', 'Commodities of my laboratories'], permission: 'laboratoryCommodity_view',
    /** The reader keeps to the user's laboratories by itself. */
    async handle({ db, query, user }) {
      const commodityId = askedIds(await scopedIds(db, user, 'commodity'), query['commodityId']);
      return commodityId === null ? [] : resourceReader(db, laboratoryCommodity, user, new Map()).list({ ...query, commodityId });
    },
  }),
  defineCall<z.infer<typeof ofLaboratory>>({
    method: 'GET', service: 'base', path: 'laboratory-commodity/not-using', title: ['检验所未使用的产品', 'Commodities a laboratory does not use'], permission: 'laboratoryCommodity_view', query: ofLaboratory,
    async handle({ db, query: { laboratoryId, ...query }, user }) {
      const mine = await laboratoriesOf(db, user);
      if (mine !== null && !mine.includes(laboratoryId)) return [  defineCall({
    method: 'POST', service: 'base', path: 'laboratory-commodity/save', title: ['保存检验所产品', 'Save: laboratory commodity'], permission: 'laboratoryCommodity_save',
    /** Stands in for the described verb: a laboratory has a commodity once. */
    handle: ({ db, body, user, request }) => onceOnly({ transaction: (work) => db.transaction(work) }, request, user, 'laboratoryCommodity.save', async (tx, opId) => {
      // The counter's row stays locked to the end: two saves of one pair come one after the other.
      await nextChangeSeq(tx, user.tenantId, 1);
      const { id } = await saveRow(tx, laboratoryCommodity, body ?? {}, { user, deviceId: deviceIdOf(request), opId });
      await refuseSecond(tx, user.tenantId, id);
      return { id };
    }),
  }),
];

/** Throws UserError 400 at the commodity where the laboratory has it in another living row. */
async function refuseSecond(tx: Tx, tenantId: string, id: string): Promise<void> {
  const second = await readRow<{ commodityName: string }>(tx, sql`select c.commodity_name from laboratory_commodity own
    join laboratory_commodity other on other.tenant_id = own.tenant_id and other.laboratory_id = own.laboratory_id and other.commodity_id = own.commodity_id and other.is_deleted = 0 and other.id <> own.id
    join commodity c on c.tenant_id = own.tenant_id and c.id = own.commodity_id where own.tenant_id = ${tenantId} and own.id = ${id}`);
  if (second) throw problemsError([problemOf('commodityId', laboratoryCommodity.fields.commodityId, 'taken', { value: second.commodityName })]);
}
      const used = await readRows<{ id: string }>(db, sql`select commodity_id::text as id from laboratory_commodity where tenant_id = ${user.tenantId} and laboratory_id = ${laboratoryId} and is_deleted = 0`);
      const taken = new Set(used.map(({ id }) => id));
      const rows = await resourceReader(db, commodity, user, new Map()).list(query);
      return rows.filter(({ commodityId }) => !taken.has(String(commodityId)));
    },
  }),
];
