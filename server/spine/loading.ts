import { sql, type SQL } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { CodeReplaced, NotYours } from '#server/kernel/http/notYours.ts';
import { maySeeLaboratories, maySeeLaboratory } from '#server/storage/laboratoryScope.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { anyId, anyText } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';

/**
 * The one way to rows that an act changes: a requisition, a tube, a handover or a picture is loaded within the actor's
 * tenant and laboratories, or not at all. What stands elsewhere throws NotYours, whatever the command would have done with it.
 * What belongs to no laboratory yet (a tube rejected with what was known) is everybody's.
 */
type Actor = Pick<ActingUser, 'id' | 'tenantId'>;

/** True where the actor has to do with a laboratory; for reading within a statement. */
export const inSight = ({ tenantId, id }: Actor, laboratory: SQL): SQL => maySeeLaboratory(tenantId, id, laboratory);

/** A tube at the lab's door: of the laboratory that tests it, or of the one that took it in. */
const testedBy = sql`coalesce(s.execute_laboratory_id, s.contract_laboratory_id)`;
const tubeInSight = (actor: Actor): SQL => sql`(${inSight(actor, sql`s.contract_laboratory_id`)} or ${inSight(actor, testedBy)})`;

interface Marked {
  readonly spineCode: string;
  readonly spineIsOwn: boolean;
}

/** Rows of a statement that says of each what it is called by and whether it is the actor's. */
export async function own<Row>(reader: Reader, statement: SQL): Promise<Row[]> {
  const rows = await readRows<Row & Marked>(reader, statement);
  const foreign = rows.filter(({ spineIsOwn }) => !spineIsOwn);
  if (foreign.length > 0) throw new NotYours([...new Set(foreign.map(({ spineCode }) => spineCode))].slice(0, 5).join('、'));
  return rows.map(({ spineCode: _code, spineIsOwn: _own, ...row }) => row as unknown as Row);
}
/** Columns for `own`: what a row is called by, and whether it is the actor's. */
export const marked = (code: SQL, isOwn: SQL): SQL => sql`${code} as spine_code, ${isOwn} as spine_is_own`;

/** Requisitions by their codes, locked in the order of these. */
export const lockRequisitions = <Row>(tx: Tx, actor: Actor, codes: readonly string[], columns: SQL): Promise<Row[]> =>
  own<Row>(
    tx,
    sql`select ${columns}, ${marked(sql`r.requisition_code`, inSight(actor, sql`r.contract_laboratory_id`))} from requisition r
      where r.tenant_id = ${actor.tenantId} and r.requisition_code = ${anyText(codes)} order by r.requisition_code for update of r`,
  );

/** Looks whether what carries these codes, if anything does yet, is the actor's to add to. */
export async function requireCodes(reader: Reader, actor: Actor, codes: readonly string[]): Promise<void> {
  await own(
    reader,
    sql`select ${marked(sql`r.requisition_code`, inSight(actor, sql`r.contract_laboratory_id`))} from requisition r
      where r.tenant_id = ${actor.tenantId} and r.requisition_code = ${anyText(codes)}
      union all select ${marked(sql`s.sample_code`, inSight(actor, sql`s.contract_laboratory_id`))} from sample s
      where s.tenant_id = ${actor.tenantId} and s.sample_code = ${anyText(codes)}`,
  );
  await requireLiving(reader, actor, codes);
}

export interface ReplacedCode {
  readonly oldCode: string;
  readonly newCode: string;
  readonly requisitionCode: string;
  readonly sampleId: string;
  readonly by: string;
  readonly at: string;
}
/** Those of the codes that stood on labels which were replaced; `newCode` is what the tube carries now. */
export const replacedCodes = (reader: Reader, actor: Actor, codes: readonly string[]): Promise<ReplacedCode[]> =>
  codes.length === 0
    ? Promise.resolve([])
    : own<ReplacedCode>(
        reader,
        sql`select c.old_code, s.sample_code as new_code, s.requisition_code, s.id as sample_id, c.user_name as by, c.create_time as at, ${marked(sql`c.old_code`, tubeInSight(actor))}
          from sample_code_change c join sample s on s.tenant_id = c.tenant_id and s.id = c.sample_id
          where c.tenant_id = ${actor.tenantId} and c.old_code = ${anyText(codes)} order by c.old_code`,
      );

/** Throws CodeReplaced where one of the codes is void because its label was replaced: whoever scans it is told the new one. */
export async function requireLiving(reader: Reader, actor: Actor, codes: readonly string[]): Promise<void> {
  const [gone] = await replacedCodes(reader, actor, codes);
  if (gone) throw new CodeReplaced({ code: gone.oldCode, newCode: gone.newCode, by: gone.by, at: gone.at });
}

/** The tubes of requisitions that were loaded here, locked in the order they were entered. */
export const lockTubesOf = <Row>(tx: Tx, { tenantId }: Actor, requisitionIds: readonly string[], columns: SQL): Promise<Row[]> =>
  readRows<Row>(
    tx,
    sql`select ${columns} from sample s where s.tenant_id = ${tenantId} and s.requisition_id = ${anyId(requisitionIds)} order by s.id for update of s`,
  );

/**
 * Locks the requisitions of tubes by their codes or numbers, where these have several tubes: what one tube is given depends on the others. To
 * be called before the tubes are locked, as every act locks a requisition before its tubes.
 */
export async function lockSharedRequisitions(tx: Reader, { tenantId }: Actor, codes: readonly string[]): Promise<void> {
  await readRows(
    tx,
    sql`select r.id from requisition r where r.tenant_id = ${tenantId} and r.id in (
        select s.requisition_id from sample s where s.tenant_id = ${tenantId} and s.sample_code = ${anyText(codes)}
        union select s.requisition_id from sample s where s.tenant_id = ${tenantId} and s.test_tube_number = ${anyText(codes)})
      and (select count(*) from sample o where o.tenant_id = r.tenant_id and o.requisition_id = r.id) > 1 order by r.requisition_code for update of r`,
  );
}

/** Tubes by their codes as reception and handover know them, locked in one order for everybody. */
export const lockTubes = <Row>(tx: Tx, actor: Actor, codes: readonly string[], columns: SQL): Promise<Row[]> =>
  own<Row>(
    tx,
    sql`select ${columns}, ${marked(sql`s.sample_code`, inSight(actor, sql`s.contract_laboratory_id`))} from sample s
      where s.tenant_id = ${actor.tenantId} and s.sample_code = ${anyText(codes)} order by s.id for update of s`,
  );

/** The same without a lock: who has these codes already. */
export const readTubes = <Row>(reader: Reader, actor: Actor, codes: readonly string[], columns: SQL): Promise<Row[]> =>
  own<Row>(
    reader,
    sql`select ${columns}, ${marked(sql`s.sample_code`, inSight(actor, sql`s.contract_laboratory_id`))} from sample s
      where s.tenant_id = ${actor.tenantId} and s.sample_code = ${anyText(codes)} order by s.sample_code`,
  );

/** Tubes at laboratory receipt by their codes; `isLocking` false for a look beforehand. */
export const tubesAtLab = <Row>(reader: Reader, actor: Actor, codes: readonly string[], columns: SQL, isLocking: boolean): Promise<Row[]> =>
  own<Row>(
    reader,
    sql`select ${columns}, s.sample_code as asked_code, ${marked(sql`s.sample_code`, tubeInSight(actor))} from sample s
      where s.tenant_id = ${actor.tenantId} and s.sample_code = ${anyText(codes)} order by s.id ${lock('s', isLocking)}`,
  );

/** The same by the numbers on the tubes, at most three of each: a number may be elsewhere, too, so that only one's own are found. */
export const tubesAtLabByNumber = <Row>(reader: Reader, actor: Actor, numbers: readonly string[], columns: SQL, isLocking: boolean): Promise<Row[]> =>
  readRows<Row>(
    reader,
    sql`select found.* from unnest(${sql.param([...numbers])}::text[]) a(code) cross join lateral (
      select ${columns}, a.code as asked_code from sample s where s.tenant_id = ${actor.tenantId} and s.test_tube_number = a.code and ${tubeInSight(actor)}
      order by s.id limit 3 ${lock('s', isLocking)}) found`,
  );

const lock = (alias: string, isLocking: boolean): SQL => (isLocking ? sql.raw(`for update of ${alias}`) : sql``);

/** Handovers that meet a condition on `h`, locked in one order: every tube of them must be the actor's. */
export const lockHandovers = <Row>(tx: Tx, actor: Actor, which: SQL, columns: SQL): Promise<Row[]> =>
  own<Row>(
    tx,
    sql`select ${columns}, ${marked(sql`left(h.handover_key::text, 8)`, maySeeLaboratories(actor.tenantId, actor.id, sql`h.laboratory_ids`))} from handover h
      where h.tenant_id = ${actor.tenantId} and ${which} order by h.handover_key for update of h`,
  );

/** Pictures that meet a condition on `p`, locked: what hangs on a requisition goes with it. */
export const lockPictures = <Row>(tx: Tx, actor: Actor, which: SQL, columns: SQL): Promise<Row[]> =>
  own<Row>(
    tx,
    sql`select ${columns}, ${marked(sql`left(p.image_key, 8)`, inSight(actor, sql`r.contract_laboratory_id`))}
      from requisition_image p left join requisition r on r.tenant_id = p.tenant_id and r.requisition_code = p.requisition_code
      where p.tenant_id = ${actor.tenantId} and ${which} order by p.id for update of p`,
  );

/** A laboratory and commodities that an act names: they must be the actor's to use. */
export async function requireToUse(
  reader: Reader,
  actor: Actor,
  { laboratoryId, commodityIds = [] }: { readonly laboratoryId?: string | null | undefined; readonly commodityIds?: readonly string[] },
): Promise<void> {
  const commodityLimit = sql`(select u.target_ids from user_scope u where u.tenant_id = ${actor.tenantId} and u.user_id = ${actor.id} and u.kind = 'commodity')`;
  await own(
    reader,
    sql`select ${marked(sql`l.laboratory_name`, inSight(actor, sql`l.id`))} from laboratory l where l.tenant_id = ${actor.tenantId} and l.id = ${laboratoryId ?? null}::bigint
      union all select ${marked(sql`c.commodity_name`, sql`coalesce(c.id = any(${commodityLimit}::bigint[]), true)`)} from commodity c
      where c.tenant_id = ${actor.tenantId} and c.id = ${anyId(commodityIds)}`,
  );
}
