import { sql } from 'drizzle-orm';
import { mostLinkTries, linkState, type LinkState } from '#domain/report/publicReport.ts';
import { reportState, reportVersionState } from '#domain/report/reportState.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow, type Reader } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { reportViewTable } from '#server/storage/reportTables.ts';
import type { Database } from '#server/storage/database.ts';
import { chainedSha256 } from '../reports/reportBytes.ts';
import type { Proven } from './linkProof.ts';
import { tokenHash } from './linkOf.ts';

/** A link with all that says how it stands. */
export interface StoredLink extends Proven {
  readonly linkId: string;
  readonly versionId: string;
  readonly reportId: string;
  readonly receiverName: string;
  readonly fileName: string;
  readonly pdfSha256: string | null;
  readonly expireTime: string;
  readonly tries: number;
  readonly versionState: number;
  readonly reportState: number;
}

/** The link of a token; undefined where there is none. The same question whatever was sent. */
export const linkByToken = (reader: Reader, token: string): Promise<StoredLink | undefined> =>
  readRow<StoredLink>(
    reader,
    sql`select l.id::text as link_id, l.tenant_id, l.version_id::text as version_id, l.report_id::text as report_id, l.receiver_name, l.receiver_id::text as receiver_id,
        l.expire_time, l.tries, r.report_no || '-v' || v.version_no as file_name, ${chainedSha256} as pdf_sha256, v.state::int as version_state, r.state::int as report_state, q.credential_no, q.telephone
      from report_link l join report_version v on v.tenant_id = l.tenant_id and v.id = l.version_id join report r on r.tenant_id = l.tenant_id and r.id = l.report_id
      join requisition q on q.tenant_id = r.tenant_id and q.id = r.requisition_id where l.token_sha256 = ${tokenHash(token)}`,
  );

/** How a link stands now. */
export function stateOfLink(link: StoredLink | undefined, now: string): LinkState {
  if (!link) return linkState.unknown;
  if (link.versionState !== reportVersionState.issued) return linkState.superseded;
  if (link.reportState !== reportState.issued) return link.reportState === reportState.recalling ? linkState.correcting : linkState.superseded;
  if (link.expireTime <= now) return linkState.expired;
  return link.tries >= mostLinkTries ? linkState.locked : linkState.open;
}

/** Counts a try before its code is looked at, so that many at once are no more than five; false: none is left. */
export async function takeTry({ orm }: Database, { tenantId, linkId }: StoredLink): Promise<boolean> {
  const taken = await readRow(
    orm,
    sql`update report_link set tries = tries + 1 where tenant_id = ${tenantId} and id = ${linkId} and tries < ${mostLinkTries} returning 1 as taken`,
  );
  return taken !== undefined;
}
/** The code was right: it does not count. */
export const giveTryBack = ({ orm }: Database, { tenantId, linkId }: StoredLink): Promise<unknown> =>
  orm.execute(sql`update report_link set tries = tries - 1 where tenant_id = ${tenantId} and id = ${linkId}`);

/** Writes down that it is opened, unless the report is not out any more; answers how it stands. */
export const noteOpened = (database: Database, link: StoredLink, now: string): Promise<LinkState> =>
  database.transaction(async (tx) => {
    const { tenantId, linkId, reportId, versionId } = link;
    // Whoever withdraws it waits for this, and then knows that it was opened.
    await tx.execute(sql`select 1 from report where tenant_id = ${tenantId} and id = ${reportId} for update`);
    const fresh = await readRow<Pick<StoredLink, 'versionState' | 'reportState'>>(
      tx,
      sql`select v.state::int as version_state, r.state::int as report_state from report r join report_version v on v.tenant_id = r.tenant_id and v.report_id = r.id
        where r.tenant_id = ${tenantId} and r.id = ${reportId} and v.id = ${versionId}`,
    );
    const state = stateOfLink(fresh && { ...link, ...fresh, tries: 0 }, now);
    if (state !== linkState.open) return state;
    await tx.execute(
      sql`update report_link set open_time = coalesce(open_time, ${now}::timestamptz) where tenant_id = ${tenantId} and id = ${linkId}`,
    );
    await tx.execute(
      insertMany(reportViewTable, [
        { id: newId(), tenantId, versionId, pdfSha256: link.pdfSha256, userName: link.receiverName, linkId, createTime: now },
      ]),
    );
    return state;
  });
