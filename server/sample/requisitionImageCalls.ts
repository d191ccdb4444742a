import { randomUUID } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import { largestBlob } from '#domain/kernel/blobParts.ts';
import { imageExtension } from '#domain/kernel/imageKind.ts';
import { refusalText } from '#domain/kernel/refusalText.ts';
import { normalCode } from '#domain/sample/codeText.ts';
import { imageKind, uploadImage, type RequisitionImageDetail, type RequisitionImageRow } from '#domain/sample/requisitionImage.ts';
import { languageOf, UserError, missing } from '#server/kernel/answers.ts';
import { deviceIdOf, idempotencyKeyOf } from '#server/kernel/onceOnly.ts';
import { codeFilter, idFilter, pageRows, parameter } from '#server/kernel/pageRows.ts';
import { runCommand } from '#server/kernel/runCommand.ts';
import { defineCall, type CallContext } from '#server/kernel/serve.ts';
import { defineView } from '#server/kernel/views.ts';
import { laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { allOf } from '#server/storage/sqlParts.ts';
import { servedUploadImage } from './requisitionImage.ts';
import { nameOf } from './sampleColumns.ts';
import { inScope } from './summaryCalls.ts';

type Query = Record<string, string>;
const permission = 'requisitionImage_view';

/** Aliases p (picture) and r (requisition, where it has been received). */
const columns = sql`p.id as requisition_image_id, p.image_key, p.requisition_code, p.page_no, p.image_kind, p.sha256, p.size, p.mime, p.note, p.upload_user_id, p.upload_user_name, p.create_time, p.taken_time,
  case when r.id is null then 0 else 1 end as has_requisition, ${nameOf.client('r')} as send_sample_client_name, ${nameOf.commodities('r')} as commodity_names`;
const tables = sql`requisition_image p left join requisition r on r.tenant_id = p.tenant_id and r.requisition_code = p.requisition_code`;

/** Living pictures of the user's tenant and laboratories; those of a requisition nobody has received are everybody's. */
async function inSight({ db, user }: CallContext<Query>): Promise<(SQL | undefined)[]> {
  const scope = inScope(sql`r.contract_laboratory_id`, await laboratoriesOf(db, user));
  return [sql`p.tenant_id = ${user.tenantId}`, sql`p.is_deleted = 0`, scope];
}

/** What came in today; `mine=1` for the asking user's own. */
export const requisitionImageTodayList = defineCall<Query>({
  method: 'GET',
  service: 'sample',
  path: 'requisition-image/today-list',
  title: ['今日申请单图片', 'Requisition images of today'],
  permission,
  async handle(context) {
    const { db, query, user, now } = context;
    return pageRows<RequisitionImageRow>(db, query, {
      columns,
      from: tables,
      where: [
        ...(await inSight(context)),
        codeFilter(query, 'requisitionCode', sql`p.requisition_code`),
        sql`p.create_time >= ${`${now.slice(0, 10)} 00:00:00`}`,
        parameter(query, 'mine') === '1' && sql`p.upload_user_id = ${user.id}`,
      ],
      order: sql`p.create_time desc, p.id desc`,
    });
  },
});

/** One living picture in the user's sight. Throws UserError 400 (no id) or 404. */
async function imageOf(context: CallContext<Query>): Promise<RequisitionImageRow> {
  const which = idFilter(context.query, 'requisitionImageId', sql`p.id`) ?? idFilter(context.query, 'id', sql`p.id`);
  if (!which) throw missing('requisitionImageId');
  const row = await readRow<RequisitionImageRow>(
    context.db,
    sql`select ${columns} from ${tables} where ${allOf([...(await inSight(context)), which])}`,
  );
  if (!row) throw new UserError(404, ['没有此图片', 'No such image']);
  return row;
}

/** By `requisitionImageId`, or by `requisitionCode`: all pictures of a requisition in the order of its pages. */
export const requisitionImageDetail = defineCall<Query>({
  method: 'GET',
  service: 'sample',
  path: 'requisition-image/detail',
  title: ['申请单图片详情', 'Requisition image'],
  permission,
  async handle(context): Promise<RequisitionImageDetail> {
    const code = normalCode(parameter(context.query, 'requisitionCode'));
    const image = code === '' ? await imageOf(context) : null;
    const requisitionCode = image?.requisitionCode ?? code;
    const images = await readRows<RequisitionImageRow>(
      context.db,
      sql`select ${columns} from ${tables} where ${allOf([...(await inSight(context)), sql`p.requisition_code = ${requisitionCode}`])} order by p.page_no, p.id`,
    );
    return { requisitionCode, image, images };
  },
});

/** The file itself: one range at a time, shown and never run, kept by nobody on the way. */
export const requisitionImageDownload = defineCall<Query>({
  method: 'GET',
  service: 'sample',
  path: 'requisition-image/download',
  title: ['下载申请单图片', 'Download a requisition image'],
  permission,
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
      .header('content-disposition', `inline; filename="image.${imageExtension(row.mime)}"; filename*=UTF-8''${encodeURIComponent(name)}`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'no-store')
      .header('accept-ranges', 'bytes')
      .header('etag', `"${row.sha256}"`)
      .header('content-length', range ? range.to - range.from + 1 : row.size);
    if (range) reply.status(206).header('content-range', `bytes ${range.from}-${range.to}/${row.size}`);
    return reply.send(bytes);
  },
});

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

/** The contract's door: multipart `imageFile` with `requisitionCode` (and pageNo, imageKind, note); the same rows as from a desk. */
export const requisitionImageUpload = defineCall<Query>({
  method: 'POST',
  service: 'sample',
  path: 'requisition-image/upload',
  title: ['上传申请单图片', 'Upload a requisition image'],
  permission: uploadImage.permission,
  multipart: true,
  async handle({ database, request, user, query, blobs }) {
    if (!request.isMultipart()) throw new UserError(400, ['请上传文件', 'Upload a file']);
    const fields: Record<string, string> = { ...query };
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
    const blob = await blobs.putWhole(user.tenantId, bytes);
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
    if (receipt.status === 'applied' || receipt.status === 'repeat') return receipt.result;
    const code = receipt.code ?? 'command.unknown';
    const text = refusalText(uploadImage, code, receipt.params ?? {}, languageOf(request));
    throw new UserError(code === 'command.keyReused' ? 422 : receipt.status === 'conflict' ? 409 : 400, [text, text], { refusal: code });
  },
});

export const requisitionImageCalls = [requisitionImageTodayList, requisitionImageDetail, requisitionImageDownload, requisitionImageUpload];

/** The listing: as the calls above see them, but for a limited user those of requisitions that are his alone. */
export const requisitionImageView = defineView({
  name: 'requisitionImage',
  select: `select p.id, p.tenant_id, p.requisition_code, p.page_no, p.image_kind, case when q.id is null then 0 else 1 end as has_requisition, q.send_sample_client_id, q.commodity_ids,
    q.contract_laboratory_id as laboratory_id, p.upload_user_name, p.create_time, p.taken_time, p.size as image_size, p.note
  from requisition_image p left join requisition q on q.tenant_id = p.tenant_id and q.requisition_code = p.requisition_code where p.is_deleted = 0`,
});
