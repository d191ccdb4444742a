import { sql } from 'drizzle-orm';
import { addLines } from '#server/bill/billTesting.ts';
import type { Desk } from '#server/sample/deskTesting.ts';
import { done, type Prepare } from './preparedAct.ts';

const why = { applicant: '李经理', reason: '合同未签' };

let made = 0;
/** A client of the desk's laboratory that neither is excluded nor gets gifts; another each time. */
async function client(desk: Desk): Promise<string> {
  made += 1;
  const [row] = await desk.rows<{
    id: string;
  }>(sql`select id::text as id from send_sample_client where contract_laboratory_id = ${desk.master.laboratoryId} and is_deleted = 0
    and coalesce(is_excluded, 0) = 0 and coalesce(is_giving, 0) = 0 and id <> ${desk.master.clientId} order by id desc offset ${made} limit 1`);
  if (!row) throw new Error('no client is left to try with');
  return row.id;
}
/** A billable line of the desk's laboratory. */
async function line(desk: Desk): Promise<string> {
  const { laboratoryId: contractLaboratoryId, clientId: sendSampleClientId, single: commodityId } = desk.master;
  const [id] = await addLines(desk.database, [{ contractLaboratoryId, sendSampleClientId, commodityId }]);
  if (!id) throw new Error('no line was made');
  return id;
}
const by = (desk: Desk, name: string, payload: object): Promise<unknown> => done(desk, 'online', 'admin', name, payload);

/** Acts on what of another laboratory is billed, by command; each way an act can reach it. */
export const foreignExclusionActs: Readonly<Record<string, Readonly<Record<string, Prepare>>>> = {
  'exclusion.excludeClient': { 'its client': async (desk) => ({ sendSampleClientId: await client(desk), ...why }) },
  'exclusion.restoreClient': {
    'its client': async (desk) => {
      const payload = { sendSampleClientId: await client(desk), ...why };
      await by(desk, 'exclusion.excludeClient', payload);
      return payload;
    },
  },
  'exclusion.restoreCommodity': {
    'its client': async (desk) => {
      const payload = { sendSampleClientId: await client(desk), ...why };
      await by(desk, 'exclusion.excludeClient', payload);
      return { ...payload, commodityId: desk.master.single };
    },
  },
  'exclusion.endCommodityRestore': {
    'its client': async (desk) => {
      const payload = { sendSampleClientId: await client(desk), ...why };
      await by(desk, 'exclusion.excludeClient', payload);
      await by(desk, 'exclusion.restoreCommodity', { ...payload, commodityId: desk.master.single });
      return { ...payload, commodityId: desk.master.single };
    },
  },
  'exclusion.excludeSample': { 'its line': async (desk) => ({ lineId: await line(desk), ...why }) },
  'exclusion.restoreSample': {
    'its line': async (desk) => {
      const payload = { lineId: await line(desk), ...why };
      await by(desk, 'exclusion.excludeSample', payload);
      return payload;
    },
  },
  'chargeType.giving': { 'its client': async (desk) => ({ sendSampleClientId: await client(desk), reason: '科研合作' }) },
  'chargeType.givingRestore': {
    'its client': async (desk) => {
      const payload = { sendSampleClientId: await client(desk), reason: '科研合作' };
      await by(desk, 'chargeType.giving', payload);
      return payload;
    },
  },
  'chargeType.buy': { 'every laboratory’s commodity': async (desk) => ({ commodityId: desk.master.nipt, reason: '外购' }) },
  'chargeType.buyRestore': {
    'every laboratory’s commodity': async (desk) => {
      const payload = { commodityId: desk.master.double, reason: '外购' };
      await by(desk, 'chargeType.buy', payload);
      return payload;
    },
  },
};
