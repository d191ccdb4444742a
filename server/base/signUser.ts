import { sql } from 'drizzle-orm';
import { signerRow, signUserContracts } from '#domain/base/signingContracts.ts';
import { signUser } from '#domain/base/signUser.ts';
import { isValidOn, sameAuthority } from '#domain/base/signing.ts';
import { problemOf } from '#domain/kernel/check.ts';
import { formatDate } from '#domain/kernel/dates.ts';
import { isId } from '#domain/kernel/ids.ts';
import { problemsError, UserError } from '#server/kernel/core/answers.ts';
import { neededParameter, parameter } from '#server/kernel/resource/pageRows.ts';
import { resourceReader } from '#server/kernel/resource/resourceRead.ts';
import { saveRow, type Writing } from '#server/kernel/resource/resourceWrite.ts';
import { type Call, type Tx } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { authoritiesOf, ownSignature } from '#server/kernel/act/signatures.ts';
import { readRow } from '#server/storage/readRows.ts';
import { uploadedForm } from '#server/kernel/http/uploadedForm.ts';
import { nowMs } from '#server/storage/clock.ts';

const { validFrom, validTo, panelGroupId } = signUser.fields;
const largestForm = 64 * 1024;

/** Throws UserError 400 for an authority that ends before it begins, that stands twice, or whose group is another laboratory's. */
async function saveAuthority(tx: Tx, sent: Readonly<Record<string, unknown>>, writing: Writing): Promise<{ id: string }> {
  const { tenantId } = writing.user;
  const { id } = await saveRow(tx, signUser, sent, writing);
  const row = await readRow<{ userId: string; groupLaboratory: string | null; laboratoryId: string }>(
    tx,
    sql`select s.user_id::text as user_id, s.laboratory_id::text as laboratory_id, g.laboratory_id::text as group_laboratory from sign_user s
    left join panel_group g on g.tenant_id = s.tenant_id and g.id = s.panel_group_id where s.tenant_id = ${tenantId} and s.id = ${id}`,
  );
  if (!row) throw new Error('an authority was saved and is not there');
  // Two saves of one person wait for each other at their account.
  await tx.execute(sql`select 1 from user_account where tenant_id = ${tenantId} and id = ${row.userId} for update`);
  const all = await authoritiesOf(tx, tenantId, [row.userId]);
  const own = all.find(({ signUserId }) => signUserId === id);
  if (!own) throw new Error('an authority was saved and is not there');
  if (own.validTo !== null && own.validTo < own.validFrom)
    throw problemsError([problemOf('validTo', validTo, 'rule', { text: ['失效日期不能早于生效日期', 'It would end before it begins'] })]);
  if (row.groupLaboratory !== null && row.groupLaboratory !== row.laboratoryId)
    throw problemsError([
      problemOf('panelGroupId', panelGroupId, 'rule', { text: ['项目组属于其他检验所', 'The panel group is another laboratory’s'] }),
    ]);
  const other = sameAuthority(own, all);
  if (other)
    throw problemsError([
      problemOf('validFrom', validFrom, 'rule', {
        text: [
          `与已有授权 ${other.validFrom} 至 ${other.validTo ?? '长期'} 重叠`,
          `Overlaps the authority ${other.validFrom} to ${other.validTo ?? 'without end'}`,
        ],
      }),
    ]);
  return { id };
}

export const signUserCalls: readonly Call[] = serveCalls(signUserContracts, {
  'POST base/sign-user/save': {
    /** Stands in for the described save; takes the contract's form as well as JSON. */
    async handle({ request, once }) {
      const { fields } = await uploadedForm(request, largestForm);
      request.body = fields;
      return once((tx, writing) => saveAuthority(tx, fields, writing));
    },
  },
  'GET base/sign-user/detail': {
    /** A person (`userId`) with their signature and all they may sign within the asking user's laboratories. */
    async handle({ db, query, user }) {
      const userId = neededParameter(query, 'userId');
      const person = isId(userId)
        ? await readRow(
            db,
            sql`select id::text as user_id, account, real_name from user_account where tenant_id = ${user.tenantId} and id = ${userId} and is_deleted = 0`,
            signerRow,
          )
        : undefined;
      if (!person) throw new UserError(404, ['未找到该用户', 'No such user']);
      const authorities = await resourceReader(db, signUser, user, new Map()).list({ userId, isDisable: '0,1' });
      return { ...person, signature: await ownSignature(db, user.tenantId, userId), authorities };
    },
  },
  'GET base/sign-user/my-authority': {
    /** What the asking user may sign today, and with which signature; `laboratoryId` and `panelGroupId` narrow. */
    async handle({ db, query, user }) {
      const today = formatDate(nowMs());
      const [laboratoryId, group] = [parameter(query, 'laboratoryId'), parameter(query, 'panelGroupId')];
      const own = await ownSignature(db, user.tenantId, user.id);
      const authorities = (await authoritiesOf(db, user.tenantId, [user.id])).filter(
        (one) =>
          one.isDisable === 0 &&
          isValidOn(one, today) &&
          (laboratoryId === '' || one.laboratoryId === laboratoryId) &&
          (group === '' || one.panelGroupId === null || one.panelGroupId === group),
      );
      return { userId: user.id, signature: own && isValidOn(own, today) ? own : null, authorities };
    },
  },
});
