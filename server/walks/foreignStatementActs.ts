import { addLines } from '#server/bill/billTesting.ts';
import { addStatementRow } from '#server/bill/mail/makeRow.ts';
import type { Desk } from '#server/sample/deskTesting.ts';
import type { Prepare } from './preparedAct.ts';

/** A sending client's statement of a cycle that nobody sent. */
async function statement(desk: Desk): Promise<{ readonly billEmailId: string }> {
  const { laboratoryId: contractLaboratoryId, clientId } = desk.master;
  await addLines(desk.database, [{ contractLaboratoryId, sendSampleClientId: clientId, auditTime: '2031-07-10 10:00:00' }]);
  const made = await desk.database.transaction((tx) =>
    addStatementRow(tx, {
      tenantId: '000000',
      type: 'unit',
      contractLaboratoryId,
      clientId,
      day: '2031-07-10',
      now: '2031-08-01 09:00:00',
      by: null,
    }),
  );
  if (!made) throw new Error('no statement');
  return { billEmailId: made.billEmailId };
}

/** Acts on statements of another laboratory's. */
export const foreignStatementActs: Readonly<Record<string, Readonly<Record<string, Prepare>>>> = {
  'billEmail.send': { 'its laboratory': statement },
};
