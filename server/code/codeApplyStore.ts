import { sql, type SQL } from 'drizzle-orm';
import { allotFrom, type Allotted, type AppliedCode, type ApplyKind, type SegmentSpace } from '#domain/code/codeApply.ts';
import { codeType } from '#domain/code/codeStyle.ts';
import { allot, codeOf, codesOf, numberOf, type CodeShape, type NumberRange, type NumberSpace } from '#domain/code/numberBlock.ts';
import { jobState } from '#domain/code/printJob.ts';
import { skipping } from '#domain/code/usableRange.ts';
import { numberState } from '#domain/code/useNumbers.ts';
import type { Acting, ActingUser } from '#domain/kernel/command.ts';
import type { Tx } from '#server/kernel/http/serve.ts';
import { numberUseTable, printJobTable } from '#server/storage/codeTables.ts';
import { newId } from '#server/storage/ids.ts';
import { insertInto } from '#server/storage/insertInto.ts';
import { laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { anyText } from '#server/storage/sqlParts.ts';
import type { LabelStyle } from './labelStyle.ts';
import { lockSpace, segmentsFor, segmentsOfClient, writeTaken, type Segment } from './numberBlockStore.ts';

/** Whose numbers. */
export interface Holder {
  readonly kind: ApplyKind;
  readonly codeType: number;
  readonly clientId: string | null;
  readonly laboratoryId: string | null;
}

/** True where the client or laboratory is one of the tenant's, enabled, and within the user's scope. */
export async function isHolderKnown(reader: Reader, user: ActingUser, { kind, clientId, laboratoryId }: Holder): Promise<boolean> {
  const [table, id] = kind === 'lab' ? ['laboratory', laboratoryId] : ['send_sample_client', clientId];
  if (id === null) return false;
  const row = await readRow(
    reader,
    sql`select 1 from ${sql.raw(table as string)} where tenant_id = ${user.tenantId} and id = ${id} and is_deleted = 0 and is_disable = 0`,
  );
  if (!row || kind !== 'lab') return Boolean(row);
  const allowed = await laboratoriesOf(reader, user);
  return allowed === null || allowed.includes(id);
}

export const segmentsOf = (reader: Reader, tenantId: string, { kind, codeType: type, clientId, laboratoryId }: Holder): Promise<readonly Segment[]> =>
  kind === 'lab' ? segmentsFor(reader, tenantId, type, laboratoryId) : segmentsOfClient(reader, tenantId, type, clientId ?? '0');

/**
 * What a holder can be given, locked segment by segment in their fixed order: appliers come one after the other. Of the next
 * `wanted` numbers those that a tube carries already (typed or imported before they were given) are passed over for good.
 */
export async function lockSpaces(tx: Tx, tenantId: string, holder: Holder, wanted: number): Promise<readonly SegmentSpace[]> {
  let spaces: SegmentSpace[] = [];
  for (const segment of await segmentsOf(tx, tenantId, holder)) {
    const { id: segmentId, prefix, digits } = segment;
    spaces.push({ segmentId, prefix, digits, space: await lockSpace(tx, tenantId, segment) });
  }
  for (;;) {
    const used = [...(await usedAmong(tx, tenantId, holder.codeType, allotFrom(spaces, wanted)?.codes ?? []))];
    if (used.length === 0) return spaces;
    spaces = spaces.map((each) => ({
      ...each,
      space: skipping(
        each.space,
        used.flatMap((code) => numberOf(each, code) ?? []),
      ),
    }));
  }
}

/** A locked segment's space without those of its next `wanted` numbers that a tube or sheet carries already. */
export async function passingUsed(tx: Tx, tenantId: string, segment: Segment, space: NumberSpace, wanted: number): Promise<NumberSpace> {
  for (let rest = space; ;) {
    const codes = allot(rest, wanted).given.flatMap((range) => codesOf(segment, range));
    const used = await usedAmong(tx, tenantId, segment.codeType, codes);
    if (used.size === 0) return rest;
    rest = skipping(
      rest,
      [...used].flatMap((code) => numberOf(segment, code) ?? []),
    );
  }
}

/** Gives the allotted ranges to an application: they are no desk's, whoever applied. */
export async function writeAllotted(tx: Tx, { user, now }: Acting, applyId: string, allotted: readonly Allotted[]): Promise<void> {
  for (const taken of allotted) await writeTaken(tx, taken.segmentId, taken, { user, deviceId: '', now, applyId });
}

export interface NewJob {
  readonly applyId: string;
  readonly kind: number;
  readonly codeType: number;
  readonly codes: readonly string[];
  readonly oldCodes: readonly string[] | null;
  readonly style: LabelStyle;
  readonly reason: string | null;
}
/** A print job that waits to be begun; answers its id. */
export async function insertJob(tx: Tx, { user, now }: Acting, { style, codes, oldCodes, ...job }: NewJob): Promise<string> {
  const printId = newId();
  await tx.insert(printJobTable).values({
    ...job,
    id: printId,
    tenantId: user.tenantId,
    codes: [...codes],
    oldCodes: oldCodes && [...oldCodes],
    totalCount: codes.length,
    state: jobState.waiting,
    styleId: style.styleId,
    styleName: style.styleName,
    layout: style.layout,
    createUserId: user.id,
    createUserName: user.name,
    createTime: now,
  });
  return printId;
}

export interface AppliedBlock extends CodeShape, NumberRange {
  readonly blockId: string;
  readonly segmentId: string;
}
/** The ranges of applications that meet a condition on `number_block b`. */
export async function appliedBlocks(reader: Reader, tenantId: string, which: SQL): Promise<readonly AppliedBlock[]> {
  const rows = await readRows<AppliedBlock & { first: string | number; last: string | number; digits: string | number }>(
    reader,
    sql`select b.id as block_id, b.segment_id, b.first_number as first, b.last_number as last, upper(coalesce(s.prefix, '')) as prefix, s.digits
      from number_block b join number_segment s on s.tenant_id = b.tenant_id and s.id = b.segment_id
      where b.tenant_id = ${tenantId} and ${which} order by b.segment_id, b.first_number`,
  );
  return rows.map((row) => ({ ...row, first: Number(row.first), last: Number(row.last), digits: Number(row.digits) }));
}
export const blocksOfApply = (reader: Reader, tenantId: string, applyId: string) => appliedBlocks(reader, tenantId, sql`b.apply_id = ${applyId}`);

/** Where codes of a type stand once a tube or sheet carries them. */
const carriers: Readonly<Record<number, SQL>> = {
  [codeType.requisition]: sql`select requisition_code as code from requisition where tenant_id =`,
  // A code whose label was replaced is never given again.
  [codeType.sample]: sql`select code from (select tenant_id, sample_code as code from sample union all select tenant_id, old_code from sample_code_change) held where tenant_id =`,
  [codeType.lab]: sql`select lab_code as code from sample where tenant_id =`,
};
const carried: Readonly<Record<number, SQL>> = {
  [codeType.requisition]: sql`requisition_code`,
  [codeType.sample]: sql`code`,
  [codeType.lab]: sql`lab_code`,
};
const nowhere = sql`select null::text as code where '' =`;

/** Those of the codes that a tube or sheet carries. */
export async function usedAmong(reader: Reader, tenantId: string, type: number, codes: readonly string[]): Promise<ReadonlySet<string>> {
  if (codes.length === 0) return new Set();
  const rows = await readRows<{ code: string }>(
    reader,
    sql`${carriers[type] ?? nowhere} ${tenantId} and ${carried[type] ?? sql`''`} = ${anyText(codes)}`,
  );
  return new Set(rows.map(({ code }) => code));
}
/** Numbers of a block that a tube or sheet carries; by the code's index. */
export async function usedIn(reader: Reader, tenantId: string, type: number, block: AppliedBlock): Promise<readonly number[]> {
  const rows = await readRows<{ code: string }>(
    reader,
    sql`${carriers[type] ?? nowhere} ${tenantId} and ${carried[type] ?? sql`''`} between ${codeOf(block, block.first)} and ${codeOf(block, block.last)}`,
  );
  return rows.flatMap(({ code }) => numberOf(block, code) ?? []);
}

/** How codes of an application stand; those that are not of it are left out. */
export async function appliedCodes(
  reader: Reader,
  tenantId: string,
  type: number,
  blocks: readonly AppliedBlock[],
  codes: readonly string[],
): Promise<readonly AppliedCode[]> {
  const placed = codes.flatMap((code) => {
    for (const block of blocks) {
      const number = numberOf(block, code);
      if (number !== null && number >= block.first && number <= block.last) return [{ code, number, segmentId: block.segmentId }];
    }
    return [];
  });
  if (placed.length === 0) return [];
  const uses = await readRows<{ code: string; state: number; printCount: number }>(
    reader,
    sql`select code, state, print_count from number_use where tenant_id = ${tenantId} and code = ${anyText(placed.map(({ code }) => code))}`,
  );
  const known = new Map(uses.map((use) => [use.code, use]));
  const used = await usedAmong(
    reader,
    tenantId,
    type,
    placed.map(({ code }) => code),
  );
  return placed.map((each) => {
    const use = known.get(each.code);
    return {
      ...each,
      isPrinted: (use?.printCount ?? 0) > 0,
      isVoid: use?.state === numberState.spoiled,
      isUsed: used.has(each.code) || use?.state === numberState.bound,
    };
  });
}

/** Voids codes for ever; those never printed get their row now. */
export async function writeVoided(
  tx: Tx,
  { user, deviceId, now }: Acting,
  blocks: readonly AppliedBlock[],
  voided: readonly AppliedCode[],
  reason: string,
  opId: string,
): Promise<void> {
  if (voided.length === 0) return;
  const blockOf = ({ segmentId, number }: AppliedCode): string =>
    blocks.find((block) => block.segmentId === segmentId && number >= block.first && number <= block.last)?.blockId ?? '0';
  const rows = voided.map((each) => ({
    tenantId: user.tenantId,
    segmentId: each.segmentId,
    number: each.number,
    code: each.code,
    blockId: blockOf(each),
    state: numberState.spoiled,
    deviceId: deviceId ?? '',
    opId,
    userId: user.id,
    userName: user.name,
    printTime: now,
    printCount: 0,
    spoilReason: reason,
  }));
  await tx.execute(
    sql`${insertInto(numberUseTable, rows)} on conflict (tenant_id, segment_id, number) do update set state = ${numberState.spoiled}, spoil_reason = ${reason}`,
  );
}
