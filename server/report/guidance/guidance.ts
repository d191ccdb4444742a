import { sql } from 'drizzle-orm';
import { problemOf } from '#domain/kernel/check.ts';
import { isId } from '#domain/kernel/ids.ts';
import { cancerGuidance, guidanceContracts, reviewGuidance, type GuidanceState } from '#domain/report/guidance/cancerGuidance.ts';
import { problemsError, UserError } from '#server/kernel/core/answers.ts';
import { idsOf } from '#server/kernel/core/idList.ts';
import { serveCommand, type Call, type ServedCommand, type Tx } from '#server/kernel/http/serve.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import { removeRows, saveRow, type Writing } from '#server/kernel/resource/resourceWrite.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';

type Sent = Readonly<Record<string, unknown>>;
interface Stored {
  readonly version: number;
  readonly isPrinted: boolean;
  readonly isDisable: number;
}
const lock = (tx: Tx, tenantId: string, id: string) =>
  readRow<Stored>(
    tx,
    sql`select version, print_time is not null as is_printed, is_disable::int as is_disable from cancer_guidance
      where tenant_id = ${tenantId} and id = ${id} and is_deleted = 0 for update`,
  );

/** Saves a guidance as one that nobody has checked; one that has printed stays as it is, switched off, and another takes its place. */
async function saveGuidance(tx: Tx, sent: Sent, writing: Writing, now: string): Promise<{ id: string }> {
  const { tenantId, id: userId } = writing.user;
  const given = parameter(sent, 'id');
  const known = isId(given) ? await lock(tx, tenantId, given) : undefined;
  if (known?.isDisable === 1)
    throw new UserError(409, ['此内容已被新的一条替代, 请修改新的一条', 'It was replaced by another one: change that'], {
      refusal: 'cancerGuidance.replaced',
    });
  const copyId = known?.isPrinted ? newId() : null;
  if (copyId !== null)
    await tx.execute(sql`insert into cancer_guidance select (jsonb_populate_record(null::cancer_guidance, to_jsonb(g) || jsonb_build_object('id', ${copyId}::bigint, 'print_time', null))).*
      from cancer_guidance g where g.tenant_id = ${tenantId} and g.id = ${given}`);
  const { id } = await saveRow(tx, cancerGuidance, copyId === null ? sent : { ...sent, id: copyId }, writing);
  const row = await readRow<{ version: number; ageFrom: number | null; ageTo: number | null }>(
    tx,
    sql`select version, age_from::int as age_from, age_to::int as age_to from cancer_guidance where tenant_id = ${tenantId} and id = ${id}`,
  );
  if (!row) throw new Error('a guidance was saved and is not there');
  if (row.ageFrom !== null && row.ageTo !== null && row.ageTo < row.ageFrom)
    throw problemsError([
      problemOf('ageTo', cancerGuidance.fields.ageTo, 'rule', { text: ['年龄上限不能小于下限', 'It would end before it begins'] }),
    ]);
  if (known && row.version === known.version) {
    // Nothing was changed: there is nothing to replace.
    if (copyId !== null) await tx.execute(sql`delete from cancer_guidance where tenant_id = ${tenantId} and id = ${copyId}`);
    return { id: given };
  }
  await tx.execute(
    sql`update cancer_guidance set author_id = ${userId}, reviewer_id = null, review_time = null where tenant_id = ${tenantId} and id = ${id}`,
  );
  if (copyId !== null)
    await tx.execute(
      sql`update cancer_guidance set is_disable = 1, update_user = ${userId}, update_time = ${now}, version = version + 1 where tenant_id = ${tenantId} and id = ${given}`,
    );
  return { id };
}

export const guidanceCalls: readonly Call[] = serveCalls(guidanceContracts, {
  'POST analyse/cancer/save': { write: (tx, { body, writing, now }) => saveGuidance(tx, body, writing, now) },
  'POST analyse/cancer/remove': {
    async write(tx, { query, body, user, writing }) {
      const ids = idsOf({ query, body }, 'id', 'ids');
      const printed = await readRow<{ name: string }>(
        tx,
        sql`select cancer_type as name from cancer_guidance where tenant_id = ${user.tenantId} and id = ${anyId(ids.filter(isId))} and print_time is not null limit 1`,
      );
      if (printed)
        throw new UserError(409, [`“${printed.name}”已印入报告, 不能删除`, `“${printed.name}” stands in reports and stays`], {
          refusal: 'cancerGuidance.printed',
        });
      return removeRows(tx, cancerGuidance, ids, writing);
    },
  },
});

const servedReview = serveCommand(reviewGuidance, {
  async load(tx, { id }, { user }) {
    const guidance = await readRow<NonNullable<GuidanceState['guidance']>>(
      tx,
      sql`select cancer_type, author_id::text as author_id, reviewer_id::text as reviewer_id, is_disable::int as is_disable from cancer_guidance
        where tenant_id = ${user.tenantId} and id = ${id} and is_deleted = 0 for update`,
    );
    return { guidance: guidance ?? null };
  },
  async write(tx, { change, acting: { user, now } }) {
    await tx.execute(sql`update cancer_guidance set reviewer_id = ${change.reviewerId}, review_time = ${now}, update_user = ${user.id}, update_time = ${now}, version = version + 1
      where tenant_id = ${user.tenantId} and id = ${change.id}`);
    return change;
  },
});
export const guidanceActs: readonly ServedCommand[] = [servedReview];
