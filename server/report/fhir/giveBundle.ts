import { sql } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import type { ReportFacts } from '#domain/report/reportFacts.ts';
import { versionSource } from '#domain/report/reportState.ts';
import { givingRefusal } from '#domain/report/search/reportPrint.ts';
import { isId } from '#domain/kernel/ids.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { patientShown, seesPatients, takingFile } from '#server/kernel/core/patients.ts';
import type { CallContext } from '#server/kernel/http/serve.ts';
import { whyNotGiven, versionsOf } from '#server/report/download/downloadJob.ts';
import { auditedHash } from '#server/report/reports/factsHash.ts';
import { DamagedReport, readReport } from '#server/report/reports/reportBytes.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { reportViewTable } from '#server/storage/reportTables.ts';
import { fhirBundle, type IssuedVersion, type ToldPatient } from './fhirBundle.ts';
import { jsonAsTold } from './fhirValues.ts';

interface Told extends IssuedVersion, ToldPatient {
  readonly facts: ReportFacts;
  readonly factsSha256: string;
  readonly isMade: boolean;
}

/** An issued version as a FHIR bundle (docs/report.md#fhir): refused as its PDF is, and whoever takes it has seen it. */
export async function giveBundle({ db, database, blobs, user, query, now, reply }: CallContext<{ versionId?: string }>): Promise<FastifyReply> {
  const [version] = isId(query.versionId ?? '') ? await versionsOf(db, user, [query.versionId ?? '']) : [];
  if (!version) throw new UserError(404, ['没有此报告', 'No such report'], { refusal: 'report.unknown' });
  const [refusal, why] = [givingRefusal(version), whyNotGiven(version)];
  if (refusal && why) throw new UserError(refusal.kind === 'conflict' ? 409 : 400, why, { refusal: refusal.code, params: refusal.params });
  const { versionId, sha256, reportNo, versionNo } = version;
  const pdf = await readReport(blobs, user.tenantId, sha256);
  const viewer = { user: takingFile(user) };
  const printed = (name: string) => sql`(v.facts->'values'->>${name}::text)`;
  const told = await readRow<Told>(
    db,
    sql`select ${reportNo}::text as report_no, v.version_no, v.issue_time, v.chain_hash, v.facts, v.facts_sha256, v.signatures, v.source = ${versionSource.made} as is_made,
        ${patientShown.name(printed('personName'))(viewer)} as person_name, ${patientShown.telephone(printed('telephone'))(viewer)} as telephone,
        ${patientShown.credentialNo(printed('credentialNo'))(viewer)} as credential_no, ${patientShown.patientNo(printed('patientNo'))(viewer)} as patient_no,
        ${seesPatients(viewer) ? printed('birthDate') : sql`null::text`} as birth_date
      from report_version v where v.tenant_id = ${user.tenantId} and v.id = ${versionId}`,
  );
  // What it says as values is what was audited, as its bytes are.
  if (!told || auditedHash(told) !== told.factsSha256) throw new DamagedReport();
  const file = jsonAsTold(fhirBundle(told, { patient: told, pdf, isMasked: !seesPatients(viewer) }));
  await database.orm.execute(
    insertMany(reportViewTable, [
      { id: newId(), tenantId: user.tenantId, versionId, pdfSha256: sha256, userId: user.id, userName: user.name, createTime: now },
    ]),
  );
  return reply
    .header('content-type', 'application/fhir+json; charset=utf-8')
    .header('content-disposition', `attachment; filename="${encodeURIComponent(`${reportNo}-v${versionNo}`)}.fhir.json"`)
    .header('cache-control', 'no-store')
    .send(Buffer.from(file));
}
