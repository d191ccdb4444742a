import { randomUUID } from 'node:crypto';
import { requisitionImageContracts, requisitionImageRow, type RequisitionImageRow, type UploadImageAnswer } from '#domain/sample/imageContracts.ts';
import { sql, type SQL } from 'drizzle-orm';
import { largestBlob } from '#domain/kernel/blobParts.ts';
import { imageExtension, isPdf } from '#domain/kernel/imageKind.ts';
import { refusalText } from '#domain/kernel/refusalText.ts';
import { normalCode } from '#domain/sample/codeText.ts';
import { imageKind, uploadImage } from '#domain/sample/requisitionImage.ts';
import { languageOf, UserError, missing } from '#server/kernel/core/answers.ts';
import { deviceIdOf, idempotencyKeyOf } from '#server/kernel/act/onceOnly.ts';
import { codeFilter, idFilter, pageRows, parameter } from '#server/kernel/resource/pageRows.ts';
import { runCommand } from '#server/kernel/act/runCommand.ts';
import { type CallContext, type Call } from '#server/kernel/http/serve.ts';
import type { Query } from '#server/kernel/resource/resourceQuery.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { defineView } from '#server/kernel/resource/views.ts';
import { sightOf } from '#server/spine/sight.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { allOf } from '#server/storage/sqlParts.ts';
import { servedUploadImage } from './requisitionImage.ts';
import { nameOf } from '#server/spine/names.ts';

/** Aliases p (picture) and r (requisition, where it has been received). */
const columns = sql`p.id as requisition_image_id, p.image_key, p.requisition_code, p.page_no, p.image_kind, p.sha256, p.size, p.mime, p.note, p.upload_user_id, p.upload_user_name, p.create_time, p.taken_time,
  case when r.id is null then 0 else 1 end as has_requisition, ${nameOf.client('r')} as send_sample_client_name, ${nameOf.commodities('r')} as commodity_names`;
const tables = sql`requisition_image p left join requisition r on r.tenant_id = p.tenant_id and r.requisition_code = p.requisition_code`;

/** Living pictures of the user's tenant and laboratories; those of a requisition nobody has received are everybody's. */
async function inSight({ db, user }: CallContext<Query>): Promise<SQL> {
  return (await sightOf(db, user)).pictures;
}

/** One living picture in the user's sight. Throws UserError 400 (no id) or 404. */
async function imageOf(context: CallContext<Query>): Promise<RequisitionImageRow> {
  const which = idFilter(context.query, 'requisitionImageId', sql`p.id`) ?? idFilter(context.query, 'id', sql`p.id`);
  if (!which) throw missing('requisitionImageId');
  const row = await readRow(context.db, sql`select ${columns} from ${tables} where ${allOf([await inSight(context), which])}`, requisitionImageRow);
  if (!row) throw new UserError(404, ['没有此图片', 'No such image']);
  return row;
}

interface Range {
  readonly from: number;
  readonly to: number;
}
/** One range as asked for; null: the whole (no range, or several); 'none': beyond the end. */
function rangeOf(header: string | undefined, size: number): Range | null | 'none' {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  const [, first = '', last = ''] = found ?? [];
  if (first === '' && last === '') return null;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(size - 1, Number(last));
  return from > to || (first === '' && Number(last) === 0) ? 'none' : { from, to };
}

/** The listing: as the calls above see them, but for a limited user those of requisitions that are theirs alone. */
export const requisitionImageView = defineView({
  name: 'requisitionImage',
  select: `select p.id, p.tenant_id, p.requisition_code, p.page_no, p.image_kind, case when q.id is null then 0 else 1 end as has_requisition, q.send_sample_client_id, q.commodity_ids,
    q.contract_laboratory_id as laboratory_id, p.upload_user_name, p.create_time, p.taken_time, p.size as image_size, p.note
  from requisition_image p left join requisition q on q.tenant_id = p.tenant_id and q.requisition_code = p.requisition_code where p.is_deleted = 0`,
});

export const requisitionImageCalls: readonly Call[] = serveCalls(requisitionImageContracts, {
  /** What came in today; `mine=1` for the asking user's own. */
  'GET sample/requisition-image/today-list': {
    async handle(context) {
      const { db, query, user, now } = context;
      return pageRows(db, query, {
        row: requisitionImageRow,
        columns,
        from: tables,
        where: [
          await inSight(context),
          codeFilter(query, 'requisitionCode', sql`p.requisition_code`),
          sql`p.create_time >= ${`${now.slice(0, 10)} 00:00:00`}`,
          parameter(query, 'mine') === '1' && sql`p.upload_user_id = ${user.id}`,
        ],
        order: sql`p.create_time desc, p.id desc`,
      });
    },
  },
  /** By `requisitionImageId`, or by `requisitionCode`: all pictures of a requisition in the order of its pages. */
  'GET sample/requisition-image/detail': {
    async handle(context) {
      const code = normalCode(parameter(context.query, 'requisitionCode'));
      const image = code === '' ? await imageOf(context) : null;
      const requisitionCode = image?.requisitionCode ?? code;
      const images = await readRows(
        context.db,
        sql`select ${columns} from ${tables} where ${allOf([await inSight(context), sql`p.requisition_code = ${requisitionCode}`])} order by p.page_no, p.id`,
        requisitionImageRow,
      );
      return { requisitionCode, image, images };
    },
  },
  /** The file itself: one range at a time, shown and never run, kept by nobody on the way. */
  'GET sample/requisition-image/download': {
    async handle(context) {
      const { reply, request, user, blobs } = context;
      const row = await imageOf(context);
      const range = rangeOf(request.headers.range, row.size);
      if (range === 'none')
        throw new UserError(416, ['请求范围不正确', 'Range not satisfiable'], { headers: { 'content-range': `bytes */${row.size}` } });
      const bytes = await blobs.read(user.tenantId, row.sha256, range ?? undefined);
      if (!bytes)
        throw new UserError(404, ['图片文件不在服务器上,请联系管理员', 'The file of this image is not on the server; tell the administrator']);
      const name = `${row.requisitionCode}-${row.pageNo}.${imageExtension(row.mime)}`;
      reply
        .header('content-type', row.mime)
        .header(
          'content-disposition',
          `${isPdf(row.mime) ? 'attachment' : 'inline'}; filename="image.${imageExtension(row.mime)}"; filename*=UTF-8''${encodeURIComponent(name)}`,
        )
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cache-control', 'no-store')
        .header('accept-ranges', 'bytes')
        .header('etag', `"${row.sha256}"`)
        .header('content-length', range ? range.to - range.from + 1 : row.size);
      if (range) reply.status(206).header('content-range', `bytes ${range.from}-${range.to}/${row.size}`);
      return reply.send(bytes);
    },
  },
  /** The contract's door: multipart `imageFile` with `requisitionCode` (and pageNo, imageKind, note); the same rows as from a desk. */
  'POST sample/requisition-image/upload': {
    async handle({ database, request, user, query, blobs }) {
      if (!request.isMultipart()) throw new UserError(400, ['请上传文件', 'Upload a file']);
      const fields: Record<string, string> = Object.fromEntries(Object.keys(query).map((name) => [name, parameter(query, name)]));
      let bytes: Buffer | null = null;
      for await (const part of request.parts({ limits: { fileSize: largestBlob } })) {
        if (part.type === 'file') {
          const read = await part.toBuffer();
          if (part.fieldname === 'imageFile') bytes = read;
        } else fields[part.fieldname] = String(part.value);
      }
      if (!bytes || bytes.length === 0) throw new UserError(400, ['请上传文件: imageFile', 'Upload a file: imageFile']);
      const said = {
        imageKey: fields['imageKey'] || randomUUID(),
        requisitionCode: fields['requisitionCode'] ?? '',
        pageNo: Number(fields['pageNo'] || 1),
        imageKind: Number(fields['imageKind'] || imageKind.requisition),
        note: fields['note'] || null,
      };
      // Looked at before anything is kept: a nameless picture would lie there for nobody.
      if (normalCode(said.requisitionCode) === '') throw missing('requisitionCode');
      const blob = await blobs.putWhole(user.tenantId, bytes, { isPaper: true });
      const receipt = await runCommand(database, servedUploadImage, {
        opId: idempotencyKeyOf(request) ?? randomUUID(),
        payload: { ...said, ...blob },
        typeVersion: uploadImage.version,
        author: user,
        courierId: user.id,
        deviceId: deviceIdOf(request),
        seq: null,
        occurredAt: null,
        clockOffsetMs: 0,
      });
      if (receipt.status === 'applied' || receipt.status === 'repeat') return receipt.result as UploadImageAnswer;
      const code = receipt.code ?? 'command.unknown';
      const text = refusalText(uploadImage, code, receipt.params ?? {}, languageOf(request));
      throw new UserError(code === 'command.keyReused' ? 422 : receipt.status === 'conflict' ? 409 : 400, [text, text], { refusal: code });
    },
  },
});
