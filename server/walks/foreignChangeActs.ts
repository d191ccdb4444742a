import { sql } from 'drizzle-orm';
import { tubesAtDoor } from '#server/lab/tasks/taskTesting.ts';
import type { Desk } from '#server/sample/deskTesting.ts';
import { done, type Prepare } from './preparedAct.ts';

const asked = async (desk: Desk) => ({
  requisitionCode: (await tubesAtDoor(desk)).requisitionCode,
  applyType: 2,
  changes: [{ field: 'bedNo', after: '12' }],
  applyReason: '送检单写错',
});
/** An application that another person has made. */
async function applied(desk: Desk): Promise<string> {
  const { orderChangeId } = await done(desk, 'online', 'entry1', 'orderChange.apply', await asked(desk));
  return orderChangeId as string;
}
/** A tube on its way from the desk's laboratory to another one. */
async function sent(desk: Desk) {
  const [code = ''] = (await tubesAtDoor(desk)).sampleCodes;
  const [to] = await desk.rows<{ id: string }>(
    sql`select id::text as id from laboratory where tenant_id = '000000' and id <> ${desk.master.laboratoryId} and execute_type = 1 order by id limit 1`,
  );
  return { sampleCode: code, entrustedLaboratoryId: to?.id ?? '' };
}
async function sentId(desk: Desk): Promise<string> {
  const payload = await sent(desk);
  await done(desk, 'online', 'admin', 'entrust.send', payload);
  const [row] = await desk.rows<{ id: string }>(sql`select id::text as id from entrust_record where sample_code = ${payload.sampleCode}`);
  return row?.id ?? '';
}

/** Changes of what is another laboratory's, and entrusting of its tubes, by command; each way an act can reach it. */
export const foreignChangeActs: Readonly<Record<string, Readonly<Record<string, Prepare>>>> = {
  'orderChange.apply': { 'a requisition': asked },
  'orderChange.force': { 'a requisition': asked },
  'orderChange.cancel': { 'an application': async (desk) => ({ id: await applied(desk), reason: '不需要' }) },
  'orderChange.audit': { 'an application': async (desk) => ({ id: await applied(desk), auditStatus: 1 }) },
  'entrust.send': { 'a tube': sent },
  'entrust.pass': { 'a record': async (desk) => ({ id: await sentId(desk) }) },
  'entrust.cancel': { 'a record': async (desk) => ({ id: await sentId(desk), reason: '路线取消' }) },
};
