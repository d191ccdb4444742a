import { sql } from 'drizzle-orm';
import { signatureContracts } from '#domain/base/signingContracts.ts';
import { signature, signatureState } from '#domain/base/signature.ts';
import { problemOf } from '#domain/kernel/check.ts';
import { imageExtension } from '#domain/kernel/imageKind.ts';
import { problemsError, UserError } from '#server/kernel/core/answers.ts';
import { bindBlob, lockBlob } from '#server/kernel/core/blobStore.ts';
import { blobOwner } from '#server/storage/blobTables.ts';
import { idsOf } from '#server/kernel/core/idList.ts';
import { neededParameter, parameter } from '#server/kernel/resource/pageRows.ts';
import { notFound, removeRows, saveRow, setDisabled, type Writing } from '#server/kernel/resource/resourceWrite.ts';
import { type Call, type Tx } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { readRow } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { uploadedForm } from '#server/kernel/http/uploadedForm.ts';

/** A signature is a small picture. */
const largestImage = 512 * 1024;

interface Version {
  readonly signatureId: string;
  readonly userId: string;
  readonly versionNo: number;
  readonly signatureState: number;
  readonly imageSha256: string;
  readonly imageSize: number;
  readonly validFrom: string;
  readonly validTo: string | null;
  readonly remark: string | null;
  readonly firstUseTime: string | null;
}
const columns = sql`id::text as signature_id, user_id::text as user_id, version_no::int as version_no, signature_state::int as signature_state, image_sha256, image_size::int as image_size,
  valid_from::text as valid_from, valid_to::text as valid_to, remark, first_use_time`;

const versionOf = (tx: Tx, tenantId: string, id: string): Promise<Version | undefined> =>
  readRow<Version>(tx, sql`select ${columns} from signature where tenant_id = ${tenantId} and id::text = ${id} and is_deleted = 0 for update`);

interface Picture {
  readonly sha256: string;
  readonly size: number;
}

/** Makes a new version, which replaces the person's current one. */
async function addVersion(tx: Tx, sent: Readonly<Record<string, unknown>>, picture: Picture, writing: Writing): Promise<string> {
  const { tenantId } = writing.user;
  const { signatureId: _id, id: _other, version: _version, ...fields } = sent;
  const { id } = await saveRow(tx, signature, fields, writing);
  const made = await versionOf(tx, tenantId, id);
  if (!made) throw new Error('a signature was saved and is not there');
  // Two new versions of one person wait for each other at their account.
  await tx.execute(sql`select 1 from user_account where tenant_id = ${tenantId} and id = ${made.userId} for update`);
  const own = sql`tenant_id = ${tenantId} and user_id = ${made.userId} and id <> ${id}`;
  const last = await readRow<{ last: number }>(tx, sql`select coalesce(max(version_no), 0)::int as last from signature where ${own}`);
  await tx.execute(sql`update signature set signature_state = ${signatureState.replaced}, version = version + 1
    where ${own} and is_deleted = 0 and signature_state = ${signatureState.current}`);
  await tx.execute(sql`update signature set version_no = ${(last?.last ?? 0) + 1}, signature_state = ${signatureState.current}, image_sha256 = ${picture.sha256}, image_size = ${picture.size}
    where tenant_id = ${tenantId} and id = ${id}`);
  await bindBlob(tx, tenantId, picture.sha256, blobOwner.signature);
  return id;
}

/** A version that stands on a report, or gets another picture, is followed by a new one; else its dates and remark change. */
async function saveSignature(tx: Tx, sent: Readonly<Record<string, unknown>>, picture: Picture | null, writing: Writing): Promise<{ id: string }> {
  const { tenantId } = writing.user;
  if (picture && !(await lockBlob(tx, tenantId, picture.sha256)))
    throw new UserError(409, ['图片已不在服务器上, 请重新上传', 'The picture is gone; upload it again']);
  const given = parameter(sent, 'signatureId') || parameter(sent, 'id');
  const known = given ? await versionOf(tx, tenantId, given) : undefined;
  if (given && !known) throw notFound(signature);
  if (known && known.signatureState !== signatureState.current)
    throw new UserError(409, ['该签名已被新版本替换, 不能修改', 'A newer version has replaced this signature'], { refusal: 'signature.replaced' });
  if (known && parameter(sent, 'userId') && parameter(sent, 'userId') !== known.userId)
    throw problemsError([problemOf('userId', signature.fields.userId, 'rule', { text: ['签名不能改给他人', 'A signature stays its person’s'] })]);
  let id: string;
  if (known && !picture && known.firstUseTime === null) ({ id } = await saveRow(tx, signature, { ...sent, signatureId: known.signatureId }, writing));
  else {
    const kept = known ? { userId: known.userId, validFrom: known.validFrom, validTo: known.validTo, remark: known.remark } : {};
    const image = picture ?? (known ? { sha256: known.imageSha256, size: known.imageSize } : null);
    if (!image) {
      // What else is wrong is said at once with it.
      await saveRow(tx, signature, sent, writing);
      throw new UserError(400, ['请上传签名图片', 'Upload the picture of the signature'], { refusal: 'signature.noImage' });
    }
    id = await addVersion(tx, { ...kept, ...sent }, image, writing);
  }
  const saved = await versionOf(tx, tenantId, id);
  if (saved?.validTo && saved.validTo < saved.validFrom)
    throw problemsError([
      problemOf('validTo', signature.fields.validTo, 'rule', { text: ['失效日期不能早于生效日期', 'It would end before it begins'] }),
    ]);
  return { id };
}

/** A verb on versions that some of them may forbid. */
const guarded = (
  forbidden: ReturnType<typeof sql>,
  why: readonly [string, string],
  act: (tx: Tx, ids: readonly string[], writing: Writing) => Promise<boolean>,
) => ({
  async write(tx: Tx, asked: { readonly query: unknown; readonly body: unknown; readonly writing: Writing }): Promise<boolean> {
    const ids = idsOf(asked, 'ids', 'signatureId', 'id');
    const { rows } = await tx.execute(
      sql`select 1 from signature where tenant_id = ${asked.writing.user.tenantId} and id = ${anyId(ids)} and is_deleted = 0 and ${forbidden} for update`,
    );
    if (rows.length > 0) throw new UserError(409, why);
    return act(tx, ids, asked.writing);
  },
});

export const signatureCalls: readonly Call[] = serveCalls(signatureContracts, {
  'POST base/signature/save': {
    async handle({ blobs, user, request, once }) {
      const { fields, bytes } = await uploadedForm(request, largestImage);
      const picture = bytes ? await blobs.putWhole(user.tenantId, bytes) : null;
      // What a repeat is known by: the fields and the picture's content.
      request.body = { ...fields, image: picture?.sha256 ?? null };
      return once((tx, writing) => saveSignature(tx, fields, picture, writing));
    },
  },
  'POST base/signature/remove': guarded(
    sql`first_use_time is not null`,
    ['已在报告上使用的签名不能删除', 'A signature that stands on a report cannot be removed'],
    (tx, ids, writing) => removeRows(tx, signature, ids, writing),
  ),
  'POST base/signature/enable': guarded(
    sql`signature_state = ${signatureState.replaced}`,
    ['已被新版本替换的签名不能启用', 'A replaced signature cannot be enabled'],
    (tx, ids, writing) => setDisabled(tx, signature, ids, 0, writing),
  ),
  'GET base/signature/image': {
    /** The picture of one version (ours). */
    async handle({ db, query, user, blobs, reply }) {
      const id = neededParameter(query, 'signatureId');
      const row = await readRow<{ sha256: string; mime: string; size: number }>(
        db,
        sql`select b.sha256, b.mime, b.size::int as size from signature s join blob b on b.tenant_id = s.tenant_id and b.sha256 = s.image_sha256 and b.owner = ${blobOwner.signature}
        where s.tenant_id = ${user.tenantId} and s.id::text = ${id} and s.is_deleted = 0`,
      );
      const bytes = row && (await blobs.read(user.tenantId, row.sha256));
      if (!row || !bytes) throw notFound(signature);
      return reply
        .header('content-type', row.mime)
        .header('content-length', row.size)
        .header('content-disposition', `inline; filename="signature.${imageExtension(row.mime)}"`)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cache-control', 'no-store')
        .send(bytes);
    },
  },
});
