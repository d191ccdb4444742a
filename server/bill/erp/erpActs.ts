import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { erpAct, erpState, syncState } from '#domain/bill/billChoices.ts';
import { reconcileErp, retryErp, type KnownPush, type PushState } from '#domain/bill/erp/erpActs.ts';
import { serveCommand, type ServedCommand } from '#server/kernel/http/serve.ts';
import { linesInSight } from '#server/spine/bill/lineSight.ts';
import { readRow } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';

interface Loaded extends KnownPush {
  readonly doc: 'order' | 'bill';
  readonly docId: string;
  readonly revision: number;
}

/** A push within the actor's sight, locked behind its document, as everybody does who tells of one. */
async function lockPush(tx: Tx, user: ActingUser, pushId: string): Promise<PushState & { readonly push: Loaded | null }> {
  const named = await readRow<{ doc: 'order' | 'bill'; docId: string }>(
    tx,
    sql`select p.doc, p.doc_id::text as doc_id from erp_push p where ${await linesInSight(tx, user, 'p')} and p.id = ${pushId}`,
  );
  if (!named) return { push: null, isCurrent: false };
  const table = named.doc === 'order' ? sql`sales_order` : sql`bill`;
  const document = await readRow<{ revision: number; sended: number; isVoidPending: number; sync: KnownPush['sync'] }>(
    tx,
    sql`select revision, sended::int as sended, is_void_pending::int as is_void_pending, sync::int as sync from ${table} where tenant_id = ${user.tenantId} and id = ${named.docId} and is_deleted = 0 for update`,
  );
  const push = await readRow<Omit<Loaded, 'sync'>>(
    tx,
    sql`select id::text as push_id, doc_no, act as erp_act, state::int as erp_state, doc, doc_id::text as doc_id, revision from erp_push
      where tenant_id = ${user.tenantId} and id = ${pushId} for update`,
  );
  const isCurrent =
    push !== undefined &&
    document !== undefined &&
    (push.erpAct === erpAct.push ? document.sended === 1 && document.revision === push.revision : document.isVoidPending === 1);
  return { push: push ? { ...push, sync: document?.sync ?? syncState.not } : null, isCurrent };
}

/** `erp.retry`, `erp.reconcile`. */
export const erpActs: readonly ServedCommand[] = [
  serveCommand(retryErp, {
    load: (tx, { pushId }, { user }) => lockPush(tx, user, pushId),
    async write(tx, { change: { pushId }, state: { push }, acting: { user, now } }) {
      const { doc, docId } = push as Loaded;
      await tx.execute(sql`update erp_push set state = ${erpState.waiting}, next_time = null, fault = null, done_time = null, update_time = ${now}, version = version + 1
        where tenant_id = ${user.tenantId} and id = ${pushId}`);
      await tx.execute(
        sql`update ${doc === 'order' ? sql`sales_order` : sql`bill`} set sync = ${syncState.not}, sync_result = null where tenant_id = ${user.tenantId} and id = ${docId}`,
      );
      return { pushId, erpState: erpState.waiting };
    },
  }),
  serveCommand(reconcileErp, {
    load: (tx, { pushId }, { user }) => lockPush(tx, user, pushId),
    /** The next run of the queue compares what has a time although it is done. */
    async write(tx, { change: { pushId, erpState: state }, acting: { user, now } }) {
      await tx.execute(
        sql`update erp_push set next_time = ${now}, update_time = ${now}, version = version + 1 where tenant_id = ${user.tenantId} and id = ${pushId}`,
      );
      return { pushId, erpState: state };
    },
  }),
];
