import { sql, type SQL } from 'drizzle-orm';
import { interfaceLogContracts, limsLogs, thirdLogs } from '#domain/op/interfaceLog.ts';
import { interfaceType } from '#domain/op/opInterface.ts';
import { writeAudit } from '#server/kernel/act/audit.ts';
import { deviceIdOf } from '#server/kernel/act/onceOnly.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import { secretKey } from '#server/kernel/resource/secretText.ts';
import { openText } from '#server/kernel/seal/sealedText.ts';
import { defineListing, type AskedListing } from '#server/kernel/verbs/listing.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { inLaboratories, laboratoriesOf, type Whose } from '#server/storage/laboratoryScope.ts';
import { readRow, type Reader } from '#server/storage/readRows.ts';
import { allOf } from '#server/storage/sqlParts.ts';
import { payloadOfLog, payloadPlace } from './writeLog.ts';

/** So much of a payload stands in a list. */
const shownInList = 300;

/** Tenant, laboratories and living lines (alias l). */
export async function logsInSight(reader: Reader, user: Whose): Promise<SQL> {
  return allOf([
    sql`l.tenant_id = ${user.tenantId}`,
    sql`l.is_deleted = 0`,
    inLaboratories(sql`l.laboratory_id`, await laboratoriesOf(reader, user)),
  ]);
}

/** A code is searched for as a whole, in every row of a call. */
const byCode =
  (name: string) =>
  ({ query }: AskedListing): SQL | undefined => {
    const code = parameter(query, name).normalize('NFKC').trim().toUpperCase();
    return code === '' ? undefined : sql`l.codes @> ${sql.param([code])}::text[]`;
  };

/** Whether a line (alias l) was done again. */
export const isReplayed = sql`exists (select 1 from interface_log c where c.tenant_id = l.tenant_id and c.replay_of = l.id)`;

const columns = {
  interfaceLogId: sql`l.id`,
  interfaceId: sql`l.interface_id`,
  interfaceName: sql`l.interface_name`,
  interfaceEncoding: sql`l.interface_encoding`,
  interfaceType: sql`l.interface_type`,
  thirdManufacturer: sql`l.third_manufacturer`,
  operation: sql`l.operation`,
  ip: sql`l.ip`,
  barCode: sql`l.bar_code`,
  hospitalCode: sql`l.hospital_code`,
  thirdBarCode: sql`l.third_bar_code`,
  rowCount: sql`l.row_count`,
  refusedCount: sql`l.refused_count`,
  credentialType: sql`l.credential_type`,
  exceptionContent: sql`l.exception_content`,
  apiUrl: sql`l.api_url`,
  statusCode: sql`l.status_code`,
  milliseconds: sql`l.milliseconds`,
  callKey: sql`l.call_key`,
  replayOf: sql`l.replay_of`,
  isReplayed: sql`(case when ${isReplayed} then 1 else 0 end)`,
  enterParameter: sql`left(p.enter_masked, ${shownInList})`,
  resultParameter: sql`left(p.result_masked, ${shownInList})`,
  createTime: sql`l.create_time`,
} as const;
const reading = (type: number) =>
  ({
    columns,
    from: sql`interface_log l`,
    joins: sql`left join interface_payload p on ${payloadOfLog}`,
    where: async ({ db, user }: AskedListing) => [await logsInSight(db, user), sql`l.interface_type = ${type}`],
    searchedIn: { thirdBarCode: byCode('thirdBarCode'), hospitalCode: byCode('hospitalCode'), barCode: byCode('barCode') },
    order: sql`l.create_time desc, l.id desc`,
    indexes: ['interface_log_type_ix', 'interface_log_failed_ix', 'interface_log_interface_ix', 'interface_log_codes_ix', 'interface_log_key_ix'],
  }) as const;

/** `interface-logs/third-interface-page`, `internal-interface-page`. */
export const logListings = [defineListing(thirdLogs, reading(interfaceType.third)), defineListing(limsLogs, reading(interfaceType.lims))] as const;

/** A payload as it was, of a call in sight; why not, where there is none. Throws UserError 404 or 410. */
export async function openPayload(reader: Parameters<typeof secretKey>[0] & Reader, user: Whose, logId: string) {
  const row = await readRow<{ hasPayload: boolean; enterParameter: string; resultParameter: string }>(
    reader,
    sql`select p.log_id is not null as has_payload, p.enter_parameter, p.result_parameter from interface_log l left join interface_payload p on ${payloadOfLog}
      where ${await logsInSight(reader, user)} and l.id = ${logId}`,
  );
  if (!row) throw new UserError(404, ['没有此日志', 'No such line'], { refusal: 'interfaceLog.unknown' });
  if (!row.hasPayload) throw new UserError(410, ['报文已过保留期', 'Payload expired'], { refusal: 'interfaceLog.expired' });
  const key = await secretKey(reader);
  return {
    enterParameter: openText(key, row.enterParameter, payloadPlace(user.tenantId, logId, 'enter')),
    resultParameter: openText(key, row.resultParameter, payloadPlace(user.tenantId, logId, 'result')),
  };
}

export const logCalls: readonly Call[] = serveCalls(interfaceLogContracts, {
  'POST op/interface-logs/payload': {
    async handle({ db, database, user, body: { id, reason }, request, now }) {
      const payload = await openPayload(db, user, id);
      await database.transaction((tx) =>
        writeAudit(tx, {
          user,
          deviceId: deviceIdOf(request),
          opId: null,
          action: 'interfaceLog.payload',
          subject: id,
          before: null,
          after: null,
          reason,
          now,
        }),
      );
      return payload;
    },
  },
});
