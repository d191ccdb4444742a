import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Problem } from '#domain/kernel/check.ts';
import { isId } from '#domain/kernel/ids.ts';
import { refusalText } from '#domain/kernel/refusalText.ts';
import { caseDue, caseState, type CaseSeverity, type CaseState } from '#domain/sample/abnormal/abnormalChoices.ts';
import { abnormalSubmit } from '#domain/sample/abnormal/abnormalActs.ts';
import { abnormalCases, abnormalContracts, type AbnormalDetail, type AbnormalRow } from '#domain/sample/abnormal/abnormalRows.ts';
import { deskOwner } from '#domain/sample/reject/rejectChoices.ts';
import { normalCode } from '#domain/sample/codeText.ts';
import { languageOf, UserError } from '#server/kernel/core/answers.ts';
import { deviceIdOf, idempotencyKeyOf } from '#server/kernel/act/onceOnly.ts';
import { runCommand } from '#server/kernel/act/runCommand.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import { defineListing, selected, type Listing } from '#server/kernel/verbs/listing.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { withinLimit } from '#server/kernel/verbs/withinLimit.ts';
import { nameOf } from '#server/spine/names.ts';
import { calendarFrom } from '#server/spine/tasks/calendarFrom.ts';
import { nowSql } from '#server/storage/clock.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { allOf } from '#server/storage/sqlParts.ts';
import { noticesOf, photosOf, tracksOf } from '../reject/rejectCalls.ts';
import { doMany, sendPhoto } from '../reject/photoDoors.ts';
import { servedAbnormalProcess, servedAbnormalReject } from './abnormalActs.ts';
import { servedAbnormalSubmit } from './abnormalSubmit.ts';
import { casesInSight, readCase } from './caseLoading.ts';

const isOpen = sql`c.state < ${sql.raw(String(caseState.closed))}`;
/** Alias c. */
const caseColumns: Listing<AbnormalRow>['columns'] & Record<string, ReturnType<typeof sql>> = {
  caseId: sql`c.id`,
  caseNo: sql`c.case_no`,
  version: sql`c.version`,
  state: sql`c.state`,
  caseCode: sql`c.case_code`,
  stage: sql`c.stage`,
  severity: sql`c.severity`,
  content: sql`c.content`,
  sampleCodes: sql`coalesce((select string_agg(x.sample_code, '、' order by x.sample_code) from (select y.sample_code from abnormal_case_tube y where y.tenant_id = c.tenant_id and y.case_id = c.id
    order by y.sample_code limit 5) x), '')`,
  firstSampleCode: sql`(select s.sample_code from abnormal_case_tube y join sample s on s.tenant_id = y.tenant_id and s.id = y.sample_id
    where y.tenant_id = c.tenant_id and y.case_id = c.id order by s.sample_code limit 1)`,
  tubeCount: sql`(select count(*)::int from abnormal_case_tube x where x.tenant_id = c.tenant_id and x.case_id = c.id)`,
  isHold: sql`c.is_hold::int`,
  dueTime: sql`c.due_time`,
  isOverdue: sql`case when ${isOpen} and c.due_time < ${nowSql} then 1 else 0 end`,
  measure: sql`c.measure`,
  measureText: sql`c.measure_text`,
  foundUserName: sql`c.found_user_name`,
  foundTime: sql`c.found_time`,
  foundServerTime: sql`c.create_time`,
  decidedUserName: sql`c.decided_user_name`,
  decidedTime: sql`c.decided_time`,
  closedUserName: sql`c.closed_user_name`,
  closedTime: sql`c.closed_time`,
  closeReason: sql`c.close_reason`,
  laboratoryId: sql`c.laboratory_id`,
  laboratoryName: sql`(select l.laboratory_name from laboratory l where l.tenant_id = c.tenant_id and l.id = c.laboratory_id)`,
  photoCount: sql`(select count(*)::int from case_photo k where k.tenant_id = c.tenant_id and k.owner_id = c.id)`,
  updateTime: sql`c.update_time`,
};

export const abnormalLists = [
  defineListing(abnormalCases, {
    columns: caseColumns,
    from: sql`abnormal_case c`,
    where: async ({ db, user }) => [await casesInSight(db, user)],
    searchedIn: {
      sampleCode: ({ query }) => {
        const code = normalCode(parameter(query, 'sampleCode'));
        return code === ''
          ? undefined
          : sql`exists (select 1 from abnormal_case_tube x left join sample s on s.tenant_id = x.tenant_id and s.id = x.sample_id
              where x.tenant_id = c.tenant_id and x.case_id = c.id and (x.sample_code = ${code} or s.sample_code = ${code}))`;
      },
      isOverdue: ({ query }) => {
        const given = parameter(query, 'isOverdue');
        const isLate = sql`(${isOpen} and c.due_time < ${nowSql})`;
        return given === '' ? undefined : given === '1' || given === 'true' ? isLate : sql`not ${isLate}`;
      },
    },
    order: sql`c.state, c.due_time, c.id`,
    indexes: ['abnormal_case_due_ix', 'abnormal_case_found_ix'],
  }),
];

/** Every state, in the order of their codes. */
const boardOrder: Readonly<Record<CaseState, true>> = { 1: true, 2: true, 3: true, 4: true, 5: true };

const idOf = (given: string | undefined): string => (given && isId(given) ? given : '0');
const unknown = () => new UserError(404, [...abnormalSubmit.refusals['abnormal.unknown']!], { refusal: 'abnormal.unknown' });
const processDoor = { of: ['ids', 'caseIds', 'id', 'caseId'], key: 'caseId' } as const;

export const abnormalCalls: readonly Call[] = serveCalls(abnormalContracts, {
  'GET sample/abnormal-registration/detail': {
    async handle({ db, user, query }) {
      const where = allOf([await casesInSight(db, user), sql`c.id = ${idOf(query.id)}`]);
      const row = await readRow<AbnormalRow>(db, sql`select ${selected(caseColumns)} from abnormal_case c where ${where}`);
      if (!row) throw unknown();
      const tubes = await readRows<AbnormalDetail['tubes'][number]>(
        db,
        sql`select coalesce(s.sample_code, x.sample_code) as sample_code, x.sample_id::text as sample_id, s.requisition_code, s.lab_status, ${patientShown.name(sql`r.person_name`)({ user })} as person_name, ${nameOf.client('s')} as send_sample_client_name
          from abnormal_case_tube x left join sample s on s.tenant_id = x.tenant_id and s.id = x.sample_id
          left join requisition r on r.tenant_id = s.tenant_id and r.id = s.requisition_id where x.tenant_id = ${user.tenantId} and x.case_id = ${row.caseId} order by x.sample_code`,
      );
      return {
        ...row,
        tubes,
        photos: await photosOf(db, user.tenantId, [deskOwner.abnormal], row.caseId),
        tracks: await tracksOf(db, user.tenantId, deskOwner.abnormal, row.caseId),
        notices: await noticesOf(db, user.tenantId, deskOwner.abnormal, row.caseId),
      };
    },
  },
  'GET sample/abnormal-registration/photo': {
    async handle(context) {
      const { db, user, query } = context;
      const where = allOf([await casesInSight(db, user), sql`c.id = ${idOf(query.id)}`]);
      const row = await readRow<{ id: string }>(db, sql`select c.id::text as id from abnormal_case c where ${where}`);
      if (!row) throw unknown();
      return sendPhoto(context, [deskOwner.abnormal], row.id, idOf(query.photoId));
    },
  },
  /** Asks the rule itself; writes nothing. */
  'GET sample/abnormal-registration/restoreEdit': {
    async handle({ db, user, query, now, request }) {
      const known = await readCase(db, user, idOf(query.id));
      if (!known) throw unknown();
      const { caseId, caseNo } = known;
      const form = await readRow<{
        caseCode: string;
        stage: 1 | 2 | 3;
        severity: CaseSeverity;
        isHold: 0 | 1;
        content: string;
        sampleCodes: string[];
      }>(
        db,
        sql`select c.case_code, c.stage, c.severity, c.is_hold::int as is_hold, c.content, array(select x.sample_code from abnormal_case_tube x
            where x.tenant_id = c.tenant_id and x.case_id = c.id order by x.sample_code) as sample_codes
          from abnormal_case c where c.tenant_id = ${user.tenantId} and c.id = ${caseId}`,
      );
      if (!form) throw unknown();
      const asked = { ...form, caseId, photos: [], isTold: false };
      const outcome = abnormalSubmit.decide({ known, missingPhotos: 0 }, asked, { user, now, occurredAt: null, deviceId: null });
      const language = languageOf(request);
      return {
        caseId,
        caseNo,
        form,
        dueTime: caseDue(now, form.severity, await calendarFrom(db, user.tenantId, now)),
        refusal: outcome.accepted ? null : { code: outcome.code, text: refusalText(abnormalSubmit, outcome.code, outcome.params, language) },
      };
    },
  },
  'GET sample/abnormal-registration/board': {
    async handle({ db, user }) {
      const counts = await withinLimit(db, async (limited) =>
        readRows<{ state: number; caseCount: number; overdueCount: number }>(
          limited,
          sql`select c.state::int as state, count(*)::int as case_count, (count(*) filter (where ${isOpen} and c.due_time < ${nowSql}))::int as overdue_count
          from abnormal_case c where ${await casesInSight(limited, user)} group by c.state`,
        ),
      );
      return Object.keys(boardOrder).map((key) => {
        const code = Number(key) as CaseState;
        const found = counts.find(({ state }) => state === code);
        return { state: code, caseCount: found?.caseCount ?? 0, overdueCount: found?.overdueCount ?? 0 };
      });
    },
  },
  /** The contract's door of the same act. */
  'POST sample/abnormal-registration/submitAndSendEmail': {
    async handle({ database, request, user, body }) {
      const receipt = await runCommand(database, servedAbnormalSubmit, {
        opId: idempotencyKeyOf(request) ?? randomUUID(),
        payload: { ...body, isTold: true },
        typeVersion: abnormalSubmit.version,
        author: user,
        courierId: user.id,
        deviceId: deviceIdOf(request),
        seq: null,
        occurredAt: null,
        clockOffsetMs: 0,
      });
      if (receipt.status === 'applied' || receipt.status === 'repeat') return receipt.result as { caseId: string; caseNo: string; state: CaseState };
      const code = receipt.code ?? 'command.unknown';
      const text = refusalText(abnormalSubmit, code, receipt.params ?? {}, languageOf(request));
      throw new UserError(code === 'command.keyReused' ? 422 : receipt.status === 'conflict' ? 409 : 400, [text, text], {
        refusal: code,
        ...(receipt.problems ? { problems: receipt.problems as readonly Problem[] } : {}),
      });
    },
  },
  'POST sample/abnormal-registration/processing': { handle: (context) => doMany(context, servedAbnormalProcess, processDoor) },
  'POST sample/abnormal-registration/processingBatch': { handle: (context) => doMany(context, servedAbnormalProcess, processDoor) },
  'POST sample/abnormal-registration/addReject': { handle: (context) => doMany(context, servedAbnormalReject, processDoor) },
});
