import { sql } from 'drizzle-orm';
import { viewAbnormal } from '#domain/sample/abnormal/abnormalRows.ts';
import { requisitionImageContracts } from '#domain/sample/imageContracts.ts';
import { viewRejections } from '#domain/sample/reject/rejectRows.ts';
import { deskOwner } from '#domain/sample/reject/rejectChoices.ts';
import { uploadImage } from '#domain/sample/requisitionImage.ts';
import type { TimelineEvent, TimelinePicture } from '#domain/search/sampleDetail.ts';
import type { BillViewer } from '#server/spine/bill/lineSight.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import type { TubeKeys } from './eventColumns.ts';

interface Row extends TimelinePicture {
  readonly at: string;
  readonly serverTime: string;
  readonly by: string | null;
  /** Null: of the whole requisition. */
  readonly sampleCode: string | null;
}

/**
 * The events with the photographs behind them: those of a rejection or a case beside the act they came with, by the moment the server took both;
 * a page of the paper, which may come before the tube, is an event of its own. Only who may open a picture is told of it by its id.
 */
export async function withPictures(db: Reader, user: BillViewer, keys: TubeKeys, events: readonly TimelineEvent[]): Promise<TimelineEvent[]> {
  const { tenantId, sampleIds, sampleCodes, requisitionCodes } = keys;
  const rows = await readRows<Row>(
    db,
    sql`select p.id::text as picture_id, 'requisition' as of, p.requisition_code as owner_id, p.mime, p.create_time as at, p.create_time as server_time,
        p.upload_user_name as by, null::text as sample_code from requisition_image p where p.tenant_id = ${tenantId} and p.requisition_code = ${requisitionCodes} and p.is_deleted = 0
      union all select k.id::text, 'rejection', j.id::text, k.mime, coalesce(k.taken_time, k.create_time), k.create_time, k.create_user_name, j.sample_code from reject_record j
        join case_photo k on k.tenant_id = j.tenant_id and k.owner_id = j.id and k.owner_type in (${deskOwner.rejection}, ${deskOwner.recovery})
        where j.tenant_id = ${tenantId} and j.sample_code = ${sampleCodes}
      union all select k.id::text, 'abnormal', c.case_id::text, k.mime, coalesce(k.taken_time, k.create_time), k.create_time, k.create_user_name, c.sample_code from abnormal_case_tube c
        join case_photo k on k.tenant_id = c.tenant_id and k.owner_id = c.case_id and k.owner_type = ${deskOwner.abnormal}
        where c.tenant_id = ${tenantId} and c.sample_id = ${sampleIds}
      order by 5, 1`,
  );
  const may: Readonly<Record<TimelinePicture['of'], boolean>> = {
    requisition: user.permissions.has(requisitionImageContracts['GET sample/requisition-image/detail'].permission),
    rejection: user.permissions.has(viewRejections.code),
    abnormal: user.permissions.has(viewAbnormal.code),
  };
  const pictureOf = ({ pictureId, of, ownerId, mime }: Row): TimelinePicture[] => (may[of] ? [{ pictureId, of, ownerId, mime }] : []);
  const isOf = (event: TimelineEvent, row: Row): boolean =>
    row.sampleCode === event.sampleCode && row.serverTime === (event.serverTime ?? event.at) && isOfDesk.test(event.what);
  const own = rows.filter(({ of }) => of === 'requisition');
  const behind = rows.filter(({ of }) => of !== 'requisition');
  const pages = own.map((row): TimelineEvent => ({
    actId: null,
    at: row.at,
    serverTime: row.serverTime,
    what: uploadImage.name,
    sampleCode: null,
    by: row.by,
    desk: null,
    why: null,
    content: null,
    no: may.requisition ? row.ownerId : null,
    pictures: pictureOf(row),
    fromStatus: null,
    toStatus: null,
  }));
  const acts = events.map((event) => ({ ...event, pictures: behind.filter((row) => isOf(event, row)).flatMap(pictureOf) }));
  return [...acts, ...pages].toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}
/** Acts that photographs come with. */
const isOfDesk = /^(reject|abnormal|summary\.reject)/;
