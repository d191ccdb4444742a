import { sql } from 'drizzle-orm';
import { canCollide, type CodeShape, type NumberRange } from '#domain/code/numberBlock.ts';
import { numberSegmentContracts } from '#domain/code/codeContracts.ts';
import { numberSegment } from '#domain/code/numberSegment.ts';
import { problemOf } from '#domain/kernel/check.ts';
import { isId } from '#domain/kernel/ids.ts';
import { problemsError, UserError } from '#server/kernel/core/answers.ts';
import { saveRow } from '#server/kernel/resource/resourceWrite.ts';
import { plainText } from '#server/kernel/core/plainText.ts';
import type { Call, Tx } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { nextChangeSeq } from '#server/storage/changes.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';

interface SegmentRow {
  readonly id: string;
  readonly segmentName: string;
  readonly codeType: number;
  readonly laboratoryId: string | null;
  readonly sendSampleClientId: string | null;
  readonly prefix: string | null;
  readonly digits: string;
  readonly firstNumber: string;
  readonly lastNumber: string;
}
const columns = sql`id, segment_name, code_type, laboratory_id, send_sample_client_id, prefix, digits, first_number, last_number`;
const rangeOf = ({ prefix, digits, firstNumber, lastNumber }: SegmentRow): CodeShape & NumberRange => ({
  prefix: (prefix ?? '').toUpperCase(),
  digits: Number(digits),
  first: Number(firstNumber),
  last: Number(lastNumber),
});
/** What codes and their holders hang on: fixed once numbers were given out. */
const settled = ['codeType', 'laboratoryId', 'sendSampleClientId', 'prefix', 'digits', 'firstNumber'] as const;

export const numberSegmentCalls: readonly Call[] = serveCalls(numberSegmentContracts, {
  'POST code/number-segment/save': {
    /** Stands in for the described verb: two segments may never write one code, and what was given out stays what it is. */
    async write(tx, { body, user, writing }) {
      // The tenant's counter stays locked to the end: two saves come one after the other and see each other.
      await nextChangeSeq(tx, user.tenantId, 1);
      const given = plainText(body['segmentId'] ?? body['id']);
      const before = isId(given) ? await segmentOf(tx, user.tenantId, given) : undefined;
      const { id } = await saveRow(tx, numberSegment, body, writing);
      const after = await segmentOf(tx, user.tenantId, id);
      if (!after) throw new Error('the segment that was saved is not there');
      refuseMalformed(after);
      await refuseCollision(tx, user.tenantId, after);
      if (before) await refuseChangeOfGiven(tx, user.tenantId, before, after);
      return { id };
    },
  },
});

const segmentOf = (tx: Tx, tenantId: string, id: string): Promise<SegmentRow | undefined> =>
  readRow<SegmentRow>(tx, sql`select ${columns} from number_segment where tenant_id = ${tenantId} and id = ${id} and is_deleted = 0`);

const { fields } = numberSegment;
function refuseMalformed(segment: SegmentRow): void {
  const { prefix, digits, first, last } = rangeOf(segment);
  // What a Code 128 label, a scanner and a file name take alike.
  if (!/^[A-Za-z0-9./-]*$/.test(prefix)) throw problemsError([problemOf('prefix', fields.prefix, 'wrongShape')]);
  if (last < first) throw problemsError([problemOf('lastNumber', fields.lastNumber, 'tooSmall', { min: first })]);
  const most = 10 ** digits - 1;
  if (last > most) throw problemsError([problemOf('lastNumber', fields.lastNumber, 'tooBig', { max: most })]);
}

async function refuseCollision(tx: Tx, tenantId: string, segment: SegmentRow): Promise<void> {
  const others = await readRows<SegmentRow>(
    tx,
    sql`select ${columns} from number_segment where tenant_id = ${tenantId} and id <> ${segment.id} and is_deleted = 0`,
  );
  const other = others.find((each) => canCollide(rangeOf(each), rangeOf(segment)));
  if (!other) return;
  const name = other.segmentName;
  throw new UserError(409, [`号码与号段“${name}”重叠`, `The numbers overlap those of "${name}"`], {
    refusal: 'numberSegment.overlap',
    params: { name },
  });
}

async function refuseChangeOfGiven(tx: Tx, tenantId: string, before: SegmentRow, after: SegmentRow): Promise<void> {
  const cursor = await readRow<{ nextNumber: string }>(
    tx,
    sql`select next_number from number_cursor where tenant_id = ${tenantId} and segment_id = ${after.id} for update`,
  );
  if (!cursor) return;
  const isChanged = settled.some((name) => String(before[name] ?? '') !== String(after[name] ?? ''));
  if (!isChanged && Number(after.lastNumber) >= Number(cursor.nextNumber) - 1) return;
  throw new UserError(
    409,
    ['号段已有号码发出: 只能改名称、备注和向后延长', 'Numbers of it were given out: only its name, remark and a later end can change'],
    { refusal: 'numberSegment.given' },
  );
}
