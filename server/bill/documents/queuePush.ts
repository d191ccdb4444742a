import { erpAct } from '#domain/bill/billChoices.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { erpPushTable } from '#server/storage/erpTables.ts';
import { newId } from '#server/storage/ids.ts';
import { insertMany } from '#server/storage/recordset.ts';
import type { Tx } from '#server/storage/tx.ts';

export interface PushedDocument {
  readonly doc: 'order' | 'bill';
  readonly docId: string;
  readonly docNo: string;
  readonly revision: number;
  readonly contractLaboratoryId: string;
  readonly salesmanId: string | null;
  readonly reconciliationTime: string | null;
}

/** Leaves what the ERP is to be told, in the act's transaction (docs/bill.md#erp): its worker reads what waits. */
export async function queuePush(
  tx: Tx,
  act: 'push' | 'void',
  document: PushedDocument,
  { user, now }: { readonly user: Pick<ActingUser, 'id' | 'name' | 'tenantId'>; readonly now: string },
): Promise<void> {
  const key = `${document.doc}:${document.docId}:r${document.revision}`;
  await tx.execute(
    insertMany(erpPushTable, [
      {
        ...document,
        id: newId(),
        tenantId: user.tenantId,
        pushKey: act === erpAct.void ? `${key}:void` : key,
        act,
        state: 0,
        tries: 0,
        userId: user.id,
        userName: user.name,
        createTime: now,
        updateTime: now,
      },
    ]),
  );
}
