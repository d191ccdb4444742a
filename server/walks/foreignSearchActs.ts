import { sql } from 'drizzle-orm';
import { callPath } from '#domain/kernel/services.ts';
import type { Desk } from '#server/sample/deskTesting.ts';
import type { Prepare } from './preparedAct.ts';

const monthOf = (desk: Desk) => ({ laboratoryId: desk.master.laboratoryId, month: '2024-02' });
const path = (act: string): string => callPath('search', `quality-index-value/${act}`, 'accession');
/** A month that was counted, by whoever is not limited. */
async function counted(desk: Desk): Promise<ReturnType<typeof monthOf>> {
  await (await desk.as('admin')).post(path('recompute'), monthOf(desk));
  return monthOf(desk);
}

/** Acts of the search area, each as it is done to the first laboratory. */
export const foreignSearchActs: Readonly<Record<string, Readonly<Record<string, Prepare>>>> = {
  'qualityIndexValue.save': {
    'its laboratory': async (desk) => {
      const [index] = await desk.rows<{ id: string; version: number }>(
        sql`select i.id::text as id, coalesce(q.version, 0) as version from quality_index i left join quality_index_value q on q.tenant_id = i.tenant_id and q.quality_index_id = i.id
          and q.laboratory_id = ${desk.master.laboratoryId} and q.month = ${monthOf(desk).month} where i.tenant_id = '000000' and i.index_code = 'Q104'`,
      );
      return { ...monthOf(desk), qualityIndexId: index!.id, version: index!.version, numerator: 1, denominator: 2 };
    },
  },
  'qualityIndexValue.recompute': { 'its laboratory': (desk) => Promise.resolve(monthOf(desk)) },
  'qualityIndexValue.close': {
    'its laboratory': async (desk) => {
      // It is closed by another than who typed of it.
      await desk.orm.execute(sql`update quality_index_value set typist_ids = '{}' where month = ${monthOf(desk).month}`);
      return counted(desk);
    },
  },
  'qualityIndexValue.reopen': {
    'its laboratory': async (desk) => {
      const whose = await counted(desk);
      await (await desk.as('admin')).post(path('close'), whose);
      return { ...whose, reason: '步测' };
    },
  },
};
