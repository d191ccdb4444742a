import { sql, type SQL } from 'drizzle-orm';
import { erpAct, erpState, syncState } from '#domain/bill/billChoices.ts';
import { erpLease, erpPause } from '#domain/bill/erp/erpTiming.ts';
import { formatDateTime, toMs } from '#domain/kernel/dates.ts';
import type { Label } from '#domain/kernel/label.ts';
import type { JobKind } from '#server/kernel/http/jobs.ts';
import { amountOf, erpDiffers, type ErpAccount, type ErpAnswer, type ErpFound, type ErpPort } from '#server/ports/erp.ts';
import { nowText } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';
import { differsText, syncWords, type ErpSending } from './erpWords.ts';
import { reconcileErp } from './reconcileErp.ts';
import { erpAccountFor, namedDoc, readErpDoc, type QueuedDoc } from './readErpDoc.ts';

/** Documents one run tells at most: the next minute goes on. */
const perRun = 300;
const minuteMs = 60_000;

/** One that was taken to be told: nobody else tells it. */
interface Claimed extends QueuedDoc {
  readonly id: string;
  readonly act: string;
  readonly revision: number;
  readonly tries: number;
  /** Whether something of it may have come through before. */
  readonly wasUnknown: boolean;
  /** Its document is to be voided as soon as this is known. */
  readonly isOver: boolean;
}

/** Tells the ERPs what is due, a minute after the other (docs/bill.md#erp). */
export const erpPushing = (database: Database, erp: ErpPort): JobKind<object> => ({
  name: 'erp.push',
  cron: '* * * * *',
  expireSeconds: 1_800,
  async run(_none, signal) {
    await pushDocuments({ database, erp, signal });
    await reconcileErp({ database, erp, signal }, 'asked');
  },
});

/** Tells what is due, that of each laboratory one after the other: an ERP that does not answer keeps no other up. */
export async function pushDocuments(sending: ErpSending): Promise<void> {
  const clock = sending.clock ?? nowText;
  const due = await readRows<{ tenantId: string; id: string; laboratoryId: string }>(
    sending.database.orm,
    sql`select p.tenant_id, p.id::text as id, p.contract_laboratory_id::text as laboratory_id from erp_push p where ${isDue(clock())}
      order by p.next_time nulls first, p.id limit ${perRun}`,
  );
  const whose = ({ tenantId, laboratoryId }: (typeof due)[number]): string => `${tenantId}/${laboratoryId}`;
  const lanes = [...new Set(due.map(whose))].map((lane) => due.filter((one) => whose(one) === lane));
  await Promise.all(lanes.map((lane) => tellLane({ ...sending, clock }, lane)));
}

/** Alias p. A void waits until it is known what became of its push. */
const isDue = (now: string): SQL => sql`p.state in (${erpState.waiting}, ${erpState.unknown}) and (p.next_time is null or p.next_time <= ${now})
  and (p.act = ${erpAct.push} or not exists (select 1 from erp_push o where o.tenant_id = p.tenant_id and o.push_key = regexp_replace(p.push_key, ':void$', '')
    and o.state in (${erpState.waiting}, ${erpState.unknown})))`;

async function tellLane(
  sending: Required<ErpSending>,
  lane: readonly { readonly tenantId: string; readonly id: string; readonly laboratoryId: string }[],
) {
  const { database, signal, clock } = sending;
  const [first] = lane;
  const account = first ? await erpAccountFor(database, first.tenantId, first.laboratoryId) : null;
  for (const { tenantId, id } of lane) {
    if (signal.aborted) return;
    const claimed = await database.transaction((tx) => claim(tx, tenantId, id, clock()));
    if (!claimed) continue;
    const told = await tell(sending, claimed, account);
    await database.transaction((tx) => settle(tx, claimed, told, clock()));
    // It cannot be reached now: what is left of its documents waits for the next run.
    if (told.answer?.outcome === 'unreached') return;
  }
}

/** Takes one to tell it: from here on it may have come through, and whoever dies with it leaves it so until its lease is over. */
export async function claim(tx: Tx, tenantId: string, id: string, now: string): Promise<Claimed | null> {
  const row = await readRow<Omit<Claimed, 'wasUnknown' | 'tenantId'> & { readonly state: number }>(
    tx,
    sql`select p.id::text as id, p.doc, p.doc_id::text as doc_id, p.doc_no, p.contract_laboratory_id::text as contract_laboratory_id, p.push_key, p.act, p.revision, p.tries + 1 as tries,
        p.state::int as state, (p.act = ${erpAct.push} and exists (select 1 from erp_push v where v.tenant_id = p.tenant_id and v.push_key = p.push_key || ':void')) as is_over
      from erp_push p where p.tenant_id = ${tenantId} and p.id = ${id} and ${isDue(now)} for update`,
  );
  if (!row) return null;
  const { state, ...claimed } = row;
  await tx.execute(sql`update erp_push set state = ${erpState.unknown}, tries = tries + 1, next_time = ${later(now, erpLease)}, update_time = ${now}, version = version + 1
    where tenant_id = ${tenantId} and id = ${id}`);
  return { ...claimed, tenantId, wasUnknown: state === erpState.unknown };
}

/** What was said, or why nothing was. */
export interface Told {
  readonly answer: ErpAnswer | null;
  readonly fault: Label | null;
}
const saidNothing = (fault: Label): Told => ({ answer: null, fault });
const cancelled: Label = ['已取消发送', 'Its sending was taken back'];

/** Says it to the ERP, or finds out that it was said. */
async function tell({ database, erp }: ErpSending, claimed: Claimed, account: ErpAccount | null): Promise<Told> {
  if (claimed.isOver && claimed.tries === 1) return saidNothing(cancelled);
  if (!account) return saidNothing(['检验所未配置ERP账套', 'No ERP account is set up for the laboratory']);
  if (claimed.act === erpAct.void) return { answer: await erp.void(account, namedDoc(claimed)), fault: null };
  if (claimed.isOver) {
    // Not told again: what of it came through is for the void to take back.
    const answer = await erp.find(account, namedDoc(claimed));
    return { answer, fault: answer.outcome === 'done' && !answer.found ? cancelled : null };
  }
  const doc = await readErpDoc(database, claimed, claimed.revision, account.taxRate);
  if ('fault' in doc) return saidNothing(doc.fault);
  if (claimed.tries > 1) {
    const there = await erp.find(account, doc);
    if (there.outcome !== 'done') return { answer: there, fault: null };
    if (there.found && there.found.amount !== amountOf(doc)) return differing(there.found);
    if (there.found?.isAudited) return { answer: there, fault: null };
  }
  const answer = await erp.push(account, doc);
  return answer.outcome === 'refused' && answer.found ? differing(answer.found) : { answer, fault: null };
}

const differing = (found: ErpFound): Told => ({ answer: erpDiffers(found), fault: differsText(found) });
const later = (now: string, minutes: number): string => formatDateTime(toMs(now) + minutes * minuteMs);

/** Writes down what came of it, unless its lease was over and somebody else took it. */
export async function settle(tx: Tx, claimed: Claimed, { answer, fault }: Told, now: string): Promise<void> {
  const { tenantId, id, doc, docId, act, revision, tries, wasUnknown } = claimed;
  const table = doc === 'order' ? sql`sales_order` : sql`bill`;
  const isDone = answer?.outcome === 'done' && fault === null;
  const isOpen = answer?.outcome === 'unknown' || answer?.outcome === 'unreached';
  // Not having been reached now says nothing of what may have come through before.
  const state = isDone ? erpState.done : !isOpen ? erpState.failed : answer.outcome === 'unknown' || wasUnknown ? erpState.unknown : erpState.waiting;
  const found = answer?.found ?? null;
  // Documents are locked before their pushes, as everybody does who queues one.
  await tx.execute(sql`select 1 from ${table} where tenant_id = ${tenantId} and id = ${docId} for update`);
  const { rowCount } =
    await tx.execute(sql`update erp_push set state = ${state}, next_time = ${isOpen ? later(now, erpPause(tries)) : null}, erp_number = ${found?.number ?? null},
      erp_amount = ${found?.amount ?? null}, answer = ${answer?.text ? JSON.stringify(answer.text) : null}::jsonb, item_results = ${answer && answer.items.length > 0 ? JSON.stringify(answer.items) : null}::jsonb,
      fault = ${fault ? JSON.stringify(fault) : null}::jsonb, done_time = ${isOpen ? null : now}, update_time = ${now}, version = version + 1
    where tenant_id = ${tenantId} and id = ${id} and state = ${erpState.unknown} and tries = ${tries}`);
  if (rowCount !== 1) return;
  const words = syncWords(
    fault ?? (isOpen ? openWords[answer.outcome === 'unknown' || wasUnknown ? 'unknown' : 'unreached'] : (answer?.text ?? null)),
  );
  const sync = isDone ? syncState.done : isOpen ? syncState.not : syncState.failed;
  if (act === erpAct.push)
    await tx.execute(sql`update ${table} set sync = ${sync}, sync_result = ${words}, sync_time = ${now}, erp_number = ${found?.number ?? null}, erp_amount = ${found?.amount ?? null}
      where tenant_id = ${tenantId} and id = ${docId} and revision = ${revision}`);
  else
    await tx.execute(
      isDone
        ? sql`update ${table} set is_void_pending = 0, sync = ${syncState.not}, sync_result = null, sync_time = ${now}, erp_number = null, erp_amount = null where tenant_id = ${tenantId} and id = ${docId} and is_void_pending = 1`
        : sql`update ${table} set sync = ${sync}, sync_result = ${words}, sync_time = ${now} where tenant_id = ${tenantId} and id = ${docId} and is_void_pending = 1`,
    );
}
const openWords = {
  unknown: ['结果未知, 稍后核对', 'Not known; it is looked up later'],
  unreached: ['ERP未连通, 稍后重试', 'The ERP was not reached; it is tried again'],
} as const satisfies Readonly<Record<string, Label>>;
