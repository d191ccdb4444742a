import { sql, type SQL } from 'drizzle-orm';
import { countAll, type HeldBlock, type NumberRange, type NumberSpace } from '#domain/code/numberBlock.ts';
import { blockState, type BlockState } from '#domain/code/useNumbers.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import type { Tx } from '#server/kernel/http/serve.ts';
import { numberBlockTable } from '#server/storage/codeTables.ts';
import { newId } from '#server/storage/ids.ts';
import { insertInto } from '#server/storage/insertInto.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';

export interface Segment {
  readonly id: string;
  readonly segmentName: string;
  readonly codeType: number;
  readonly laboratoryId: string | null;
  readonly prefix: string;
  readonly digits: number;
  readonly first: number;
  readonly last: number;
}
export interface StoredBlock {
  readonly id: string;
  readonly segmentId: string;
  readonly first: number;
  readonly last: number;
  readonly state: BlockState;
  readonly deviceId: string;
  /** Highest number used of it; null: none. */
  readonly highest: number | null;
}

const numbers = <Row extends object>(row: Row, ...names: (keyof Row)[]): Row =>
  Object.assign({ ...row }, Object.fromEntries(names.map((name) => [name, row[name] === null ? null : Number(row[name])])));

/** Segments of one kind a desk may reserve from, the oldest first: our own (no client), of this laboratory or of all. */
export const segmentsFor = (reader: Reader, tenantId: string, codeType: number, laboratoryId: string | null): Promise<readonly Segment[]> =>
  segmentsWhere(reader, tenantId, codeType, sql`send_sample_client_id is null and (laboratory_id is null or laboratory_id = ${laboratoryId})`);

/** Segments a client's codes come from: its own; ours of no laboratory where it has none. */
export async function segmentsOfClient(reader: Reader, tenantId: string, codeType: number, clientId: string): Promise<readonly Segment[]> {
  const own = await segmentsWhere(reader, tenantId, codeType, sql`send_sample_client_id = ${clientId}`);
  return own.length > 0 ? own : segmentsFor(reader, tenantId, codeType, null);
}

async function segmentsWhere(reader: Reader, tenantId: string, codeType: number, holder: SQL): Promise<readonly Segment[]> {
  const rows = await readRows<Segment>(
    reader,
    sql`select id, segment_name, code_type, laboratory_id, upper(coalesce(prefix, '')) as prefix, digits, first_number as first, last_number as last from number_segment
      where tenant_id = ${tenantId} and code_type = ${codeType} and is_deleted = 0 and is_disable = 0 and ${holder} order by laboratory_id nulls last, id`,
  );
  return rows.map((row) => numbers(row, 'digits', 'first', 'last'));
}

/** What nobody holds of a segment, without a lock: to be shown. */
export async function readSpace(reader: Reader, tenantId: string, segment: Pick<Segment, 'id' | 'first' | 'last'>): Promise<NumberSpace> {
  const cursor = await readRow<{ nextNumber: string }>(
    reader,
    sql`select next_number from number_cursor where tenant_id = ${tenantId} and segment_id = ${segment.id}`,
  );
  return { free: await freeOf(reader, tenantId, segment.id), next: Number(cursor?.nextNumber ?? segment.first), last: segment.last };
}
async function freeOf(reader: Reader, tenantId: string, segmentId: string): Promise<readonly NumberRange[]> {
  const rows = await readRows<NumberRange>(
    reader,
    sql`select first_number as first, last_number as last from number_block where tenant_id = ${tenantId} and segment_id = ${segmentId} and state = ${blockState.free} order by first_number`,
  );
  return rows.map((row) => numbers(row, 'first', 'last'));
}

/** What nobody holds of a segment; its cursor's row is locked until the transaction ends, so that takers come one after the other. */
export async function lockSpace(tx: Tx, tenantId: string, segment: Pick<Segment, 'id' | 'first' | 'last'>): Promise<NumberSpace> {
  const cursor = await readRow<{ nextNumber: string }>(
    tx,
    sql`insert into number_cursor (tenant_id, segment_id, next_number) values (${tenantId}, ${segment.id}, ${segment.first})
      on conflict (tenant_id, segment_id) do update set next_number = number_cursor.next_number returning next_number`,
  );
  return { free: await freeOf(tx, tenantId, segment.id), next: Number(cursor?.nextNumber), last: segment.last };
}

interface Writing {
  readonly user: ActingUser;
  readonly deviceId: string;
  readonly now: string;
}
const rowOf = (segmentId: string, { first, last }: NumberRange, state: BlockState, { user, deviceId, now }: Writing) => ({
  id: newId(),
  tenantId: user.tenantId,
  segmentId,
  firstNumber: first,
  lastNumber: last,
  state,
  deviceId,
  userId: user.id,
  userName: user.name,
  reserveTime: now,
});

/** Writes what `allot` decided: the blocks now given, what stays free, and the new cursor. The space must be locked. */
export async function writeTaken(
  tx: Tx,
  segmentId: string,
  { given, space }: { readonly given: readonly NumberRange[]; readonly space: NumberSpace },
  writing: Writing & { readonly applyId?: string },
) {
  const { tenantId } = writing.user;
  const { applyId } = writing;
  const taken = given.map((range) => ({ ...rowOf(segmentId, range, applyId ? blockState.applied : blockState.held, writing), applyId }));
  await tx.execute(sql`delete from number_block where tenant_id = ${tenantId} and segment_id = ${segmentId} and state = ${blockState.free}`);
  // Who gave a free range back stands in the audit trail.
  const free = space.free.map((range) => rowOf(segmentId, range, blockState.free, { ...writing, deviceId: '' }));
  await tx.execute(insertInto(numberBlockTable, [...taken, ...free]));
  await tx.execute(sql`update number_cursor set next_number = ${space.next} where tenant_id = ${tenantId} and segment_id = ${segmentId}`);
  return taken;
}

/** Gives a desk blocks of its own; the space must be locked. */
export async function writeAllotment(
  tx: Tx,
  segment: Segment,
  given: readonly NumberRange[],
  space: NumberSpace,
  writing: Writing,
): Promise<readonly HeldBlock[]> {
  const held = await writeTaken(tx, segment.id, { given, space }, writing);
  return held.map(({ id, firstNumber, lastNumber }) => ({
    blockId: id,
    segmentId: segment.id,
    segmentName: segment.segmentName,
    codeType: segment.codeType,
    laboratoryId: segment.laboratoryId,
    prefix: segment.prefix,
    digits: segment.digits,
    first: firstNumber,
    last: lastNumber,
    next: firstNumber,
  }));
}

const blockColumns = sql`b.id, b.segment_id, b.first_number as first, b.last_number as last, b.state, b.device_id,
  (select max(u.number) from number_use u where u.tenant_id = b.tenant_id and u.block_id = b.id) as highest`;

/** One block, locked. Undefined where the tenant has none of that id. */
export async function lockBlock(tx: Tx, tenantId: string, blockId: string): Promise<StoredBlock | undefined> {
  // The cursor first, as everybody does, so that nobody waits for anybody in a ring.
  await tx.execute(
    sql`select 1 from number_cursor c join number_block b on b.tenant_id = c.tenant_id and b.segment_id = c.segment_id where b.tenant_id = ${tenantId} and b.id = ${blockId} for update of c`,
  );
  const row = await readRow<StoredBlock>(
    tx,
    sql`select ${blockColumns} from number_block b where b.tenant_id = ${tenantId} and b.id = ${blockId} for update of b`,
  );
  return row && numbers(row, 'first', 'last', 'highest');
}

/** Takes `returned` out of a held block; what is left of the block stays its desk's. Both rows are locked. */
export async function writeReturn(tx: Tx, block: StoredBlock, kept: NumberRange | null, returned: NumberRange, writing: Writing): Promise<void> {
  const { tenantId } = writing.user;
  const meant = sql`tenant_id = ${tenantId} and id = ${block.id}`;
  if (kept === null) {
    await tx.execute(
      sql`update number_block set state = ${blockState.free}, device_id = '', close_time = ${writing.now}, close_user_name = ${writing.user.name} where ${meant}`,
    );
    return;
  }
  await tx.execute(sql`update number_block set last_number = ${kept.last} where ${meant}`);
  await tx.execute(insertInto(numberBlockTable, [rowOf(block.segmentId, returned, blockState.free, { ...writing, deviceId: '' })]));
}

/** Numbers of one kind a desk holds and has not used. */
export async function unusedOf(reader: Reader, tenantId: string, deviceId: string, codeType: number): Promise<number> {
  const rows = await readRows<NumberRange & { highest: string | null }>(
    reader,
    sql`select b.first_number as first, b.last_number as last, (select max(u.number) from number_use u where u.tenant_id = b.tenant_id and u.block_id = b.id) as highest
      from number_block b join number_segment s on s.tenant_id = b.tenant_id and s.id = b.segment_id
      where b.tenant_id = ${tenantId} and b.device_id = ${deviceId} and b.state = ${blockState.held} and s.code_type = ${codeType}`,
  );
  return countAll(rows.map(({ first, last, highest }) => ({ first: highest === null ? Number(first) : Number(highest) + 1, last: Number(last) })));
}
