import { drawReport } from '#domain/report/drawReport.ts';
import type { PreparedRelease } from '#domain/report/reportActs.ts';
import type { ReportContent } from '#domain/report/reportContent.ts';
import type { ReportFacts } from '#domain/report/reportFacts.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { reportVersionState, versionSource } from '#domain/report/reportState.ts';
import { sql } from 'drizzle-orm';
import { isId } from '#domain/kernel/ids.ts';
import { ownSignature } from '#server/kernel/act/signatures.ts';
import { factImages } from '#server/report/facts/factImages.ts';
import type { Making } from '#server/kernel/verbs/servedArea.ts';
import { renderReport } from '#server/report/engine/reportEngine.ts';
import { reportsInSight } from '#server/spine/reports/reportSight.ts';
import { nowText } from '#server/storage/clock.ts';
import { readRow } from '#server/storage/readRows.ts';
import { contentHash } from '../templates/templateStore.ts';
import { factsHash } from './factsHash.ts';
import { DamagedReport, readReport } from './reportBytes.ts';

interface Drafted {
  readonly source: number;
  readonly draftSha256: string;
  readonly pages: number;
  readonly engineVersion: string;
  readonly facts: ReportFacts;
  readonly factsSha256: string;
  readonly content: ReportContent | null;
  readonly contentSha256: string | null;
  readonly paper: 'A4' | 'A5';
}

/** Stands in the signature. What came from outside is issued as it came. */
const signedBecause = '检验报告发布';

/** Whose hand releases a version. */
export interface Releaser {
  readonly id: string;
  readonly name: string;
  /** By what it is released without an act of theirs. */
  readonly note?: string;
}
/** A version's facts with the hand of who releases it, at that time. */
export const releasedFacts = (
  facts: ReportFacts,
  { name, note }: Releaser,
  { imageSha256, time }: { readonly imageSha256: string; readonly time: string },
): ReportFacts => ({
  ...facts,
  values: { ...facts.values, reportTime: time.slice(0, 16) },
  signatures: [
    ...facts.signatures.filter(({ slot }) => slot !== 'released'),
    { slot: 'released', name, time: time.slice(0, 16), imageSha256, ...(note === undefined ? {} : { note }) },
  ],
});

/**
 * Sets a version in a person's sight with its third signature and stores the bytes, before the act's transaction: what is bound there lies on the disk. Null where
 * it cannot be released anyway (the rule then says why), or where the audited bytes are not what they were.
 */
export async function prepareRelease(
  { database, blobs, sign }: Making,
  user: Pick<ActingUser, 'id' | 'tenantId'>,
  versionId: string,
  releaser: Releaser,
): Promise<PreparedRelease | null> {
  if (!isId(versionId)) return null;
  const version = await readRow<Drafted>(
    database.orm,
    sql`select v.source::int as source, v.draft_sha256, v.pages, v.engine_version, v.facts, v.facts_sha256, t.content, t.content_sha256, coalesce(t.paper, 'A4') as paper from report_version v
      left join report_template_version t on t.tenant_id = v.tenant_id and t.template_id = v.template_id and t.version_no = v.template_version_no
      join report r on r.tenant_id = v.tenant_id and r.id = v.report_id where ${await reportsInSight(database.orm, user)} and v.id = ${versionId} and v.state = ${reportVersionState.toAudit}`,
  );
  const signature = await ownSignature(database.orm, user.tenantId, releaser.id);
  if (!version || !signature) return null;
  const issueTime = nowText();
  try {
    // What was looked at is still what lies there.
    await readReport(blobs, user.tenantId, version.draftSha256);
    const { signatureId, imageSha256 } = signature;
    if (version.source === versionSource.uploaded)
      return { finalSha256: version.draftSha256, pages: version.pages, engineVersion: version.engineVersion, issueTime, signatureId };
    if (!version.content) return null;
    // Nor does it print anything but what was looked at.
    if (factsHash(version.facts) !== version.factsSha256 || contentHash(version.content, version.paper) !== version.contentSha256) return null;
    const facts = releasedFacts(version.facts, releaser, { imageSha256, time: issueTime });
    const images = await factImages(blobs, user.tenantId, facts);
    const { pdf, pages, engineVersion } = await renderReport({
      report: drawReport({ content: version.content, facts, paper: version.paper, watermark: '' }),
      images,
    });
    const { sha256 } = await blobs.putWhole(user.tenantId, sign ? await sign(pdf, signedBecause) : pdf, { isPaper: true });
    return { finalSha256: sha256, pages, engineVersion, issueTime, signatureId };
  } catch (error) {
    // What was audited is not what lies there any more: the rule says so. Anything else is this act's fault alone.
    if (error instanceof DamagedReport) return null;
    throw error;
  }
}
