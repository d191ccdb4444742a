import { sql } from 'drizzle-orm';
import { laboratoryCommodityContracts } from '#domain/base/listContracts.ts';
import { commodity } from '#domain/base/commodity.ts';
import { laboratoryCommodity } from '#domain/base/laboratoryCommodity.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import { resourceReader } from '#server/kernel/resource/resourceRead.ts';
import { type Call } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { idRow, readRows } from '#server/storage/readRows.ts';
import { saveLaboratoryCommodity } from './saveLaboratoryCommodity.ts';
import { askedIds, scopedIds } from './scopedIds.ts';

export const laboratoryCommodityCalls: readonly Call[] = serveCalls(laboratoryCommodityContracts, {
  'GET base/laboratory-commodity/my-list': {
    /** The reader keeps to the user's laboratories by itself. */
    async handle({ db, query, user }) {
      const commodityId = askedIds(await scopedIds(db, user, 'commodity'), parameter(query, 'commodityId'));
      return commodityId === null ? [] : resourceReader(db, laboratoryCommodity, user, new Map()).list({ ...query, commodityId });
    },
  },
  'GET base/laboratory-commodity/not-using': {
    async handle({ db, query: { laboratoryId, ...query }, user }) {
      const mine = await laboratoriesOf(db, user);
      if (mine !== null && !mine.includes(laboratoryId)) return [];
      const used = await readRows(
        db,
        sql`select commodity_id::text as id from laboratory_commodity where tenant_id = ${user.tenantId} and laboratory_id = ${laboratoryId} and is_deleted = 0`,
        idRow,
      );
      const taken = new Set(used.map(({ id }) => id));
      const rows = await resourceReader(db, commodity, user, new Map()).list(query);
      return rows.filter(({ commodityId }) => !taken.has(String(commodityId)));
    },
  },
  'POST base/laboratory-commodity/save': { write: (tx, { body, writing }) => saveLaboratoryCommodity(tx, body, writing) },
});
