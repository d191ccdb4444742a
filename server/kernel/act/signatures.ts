import { sql } from 'drizzle-orm';
import { authorityRow, ownSignature as signatureRow, type OwnSignature } from '#domain/base/signingContracts.ts';
import { signatureState } from '#domain/base/signature.ts';
import { authorityFor, isValidOn, type Authority, type SignQuestion } from '#domain/base/signing.ts';
import type { RowOf } from '#domain/kernel/contract.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import type { Tx } from '#server/kernel/http/serve.ts';

/** A person's living authorities, also those not valid today. */
export const authoritiesOf = (reader: Reader, tenantId: string, userIds: readonly string[]): Promise<RowOf<typeof authorityRow>[]> =>
  readRows(
    reader,
    sql`select id::text as sign_user_id, user_id::text as user_id, laboratory_id::text as laboratory_id, panel_group_id::text as panel_group_id, sign_level::int as sign_level,
      valid_from::text as valid_from, valid_to::text as valid_to, is_disable::int as is_disable
    from sign_user where tenant_id = ${tenantId} and user_id = ${anyId(userIds)} and is_deleted = 0 order by id`,
    authorityRow,
  );

/** The version that counts; null where there is none, or it is switched off. `isLocked`: against a replacement meanwhile. */
export async function ownSignature(reader: Reader, tenantId: string, userId: string, isLocked = false): Promise<OwnSignature | null> {
  const row = await readRow(
    reader,
    sql`select id::text as signature_id, version_no::int as version_no, image_sha256, valid_from::text as valid_from, valid_to::text as valid_to from signature
    where tenant_id = ${tenantId} and user_id = ${userId} and signature_state = ${signatureState.current} and is_deleted = 0 and is_disable = 0 ${isLocked ? sql`for update` : sql``}`,
    signatureRow,
  );
  return row ?? null;
}

/**
 * Signs: in the transaction of what is signed. Answers the signature's version and the authority; from now on that version
 * is never changed. Throws UserError 403 where the person may not sign this today, 409 where they have no valid signature.
 */
export async function takeSignature(
  tx: Tx,
  tenantId: string,
  userId: string,
  question: SignQuestion,
  now: string,
): Promise<{ readonly signature: OwnSignature; readonly authority: Authority }> {
  const authority = authorityFor(await authoritiesOf(tx, tenantId, [userId]), question);
  if (!authority)
    throw new UserError(403, ['没有该项目组的签名授权', 'Not authorised to sign for this panel group'], { refusal: 'signature.noAuthority' });
  const own = await ownSignature(tx, tenantId, userId, true);
  if (!own || !isValidOn(own, question.date))
    throw new UserError(409, ['没有有效的电子签名', 'No signature that is valid today'], { refusal: 'signature.none' });
  await noteUse(tx, tenantId, own, now);
  return { signature: own, authority };
}

/** From its first use on a signature's version is never changed. */
export async function noteUse(tx: Tx, tenantId: string, { signatureId }: OwnSignature, now: string): Promise<void> {
  await tx.execute(
    sql`update signature set first_use_time = ${now}, version = version + 1 where tenant_id = ${tenantId} and id = ${signatureId} and first_use_time is null`,
  );
}
