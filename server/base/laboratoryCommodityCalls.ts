import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { commodity } from '#domain/base/commodity.ts';
import { laboratoryCommodity } from '#domain/base/laboratoryCommodity.ts';
import { isId } from '#domain/kernel/ids.ts';
import { resourceReader } from '#server/kernel/resourceRead.ts';
import { defineCall, type Call } from '#server/kernel/serve.ts';
import { laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRows } from '#server/storage/readRows.ts';
import { saveLaboratoryCommodity } from './saveLaboratoryCommodity.ts';
import { askedIds, scopedIds } from './userScope.ts';

const ofLaboratory = z.looseObject({ laboratoryId: z.string({ error: 'required' }).refine(isId, 'wrongShape') });

export const laboratoryCommodityCalls: readonly Call[] = [
  defineCall({
    method: 'GET',
    service: 'base',
    path: 'laboratory-commodity/my-list',
    title: ['我的检验所产品', 'Commodities of my laboratories'],
    permission: 'laboratoryCommodity_view',
    /** The reader keeps to the user's laboratories by itself. */
    async handle({ db, query, user }) {
      const commodityId = askedIds(await scopedIds(db, user, 'commodity'), query['commodityId']);
      return commodityId === null ? [] : resourceReader(db, laboratoryCommodity, user, new Map()).list({ ...query, commodityId });
    },
  }),
  defineCall<z.infer<typeof ofLaboratory>>({
    method: 'GET',
    service: 'base',
    path: 'laboratory-commodity/not-using',
    title: ['检验所未使用的产品', 'Commodities a laboratory does not use'],
    permission: 'laboratoryCommodity_view',
    query: ofLaboratory,
    async handle({ db, query: { laboratoryId, ...query }, user }) {
      const mine = await laboratoriesOf(db, user);
      if (mine !== null && !mine.includes(laboratoryId)) return [];
      const used = await readRows<{ id: string }>(
        db,
        sql`select commodity_id::text as id from laboratory_commodity where tenant_id = ${user.tenantId} and laboratory_id = ${laboratoryId} and is_deleted = 0`,
      );
      const taken = new Set(used.map(({ id }) => id));
      const rows = await resourceReader(db, commodity, user, new Map()).list(query);
      return rows.filter(({ commodityId }) => !taken.has(String(commodityId)));
    },
  }),
  saveLaboratoryCommodity,
];
