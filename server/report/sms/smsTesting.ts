import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { ManyAnswer } from '#domain/kernel/many.ts';
import { callPath, type Service } from '#domain/kernel/services.ts';
import type { SmsQuestion } from '#domain/report/rules/smsChoice.ts';
import { openOutgoing } from '#server/ports/outgoing.ts';
import { httpSms, type SmsPort } from '#server/ports/sms.ts';
import { madeReport, mayRelease } from '#server/report/reports/makingTesting.ts';
import { openDesk, type Account } from '#server/sample/deskTesting.ts';
import { writeSms } from '#server/spine/sms/writeSms.ts';
import { newId } from '#server/storage/ids.ts';
import { sendMessages } from './sendMessages.ts';
import { openSmsPlatform } from './smsPlatformTesting.ts';

const tenantId = '000000';
/** What stands in the table of a message. */
export interface StoredSms {
  readonly id: string;
  readonly state: number;
  readonly why: number | null;
  readonly smsConfigId: string;
  readonly telephone: string;
  readonly smsContent: string;
  readonly notBefore: string;
  readonly trace: { readonly why: readonly string[] | null; readonly rules: readonly object[] };
}
/** A server with demo data, a platform of text messages that says what a test wants, and a report that is out for its messages. */
export async function openSmsDesk() {
  const desk = await openDesk({ blobDir: mkdtempSync(join(tmpdir(), 'accession-sms-')) });
  const platform = { on: '', off: '' };
  const provided: { says: number | 'nothing' } = { says: 200 };
  const { server: provider, url, got } = await openSmsPlatform(() => provided.says);
  const sms: SmsPort = httpSms(openOutgoing({ allow: '127.0.0.1' }));
  const send = (clock: string, port: SmsPort = sms) =>
    sendMessages({ database: desk.database, sms: port, signal: new AbortController().signal, clock: () => clock });

  const ofOwner = async (ownerId: string): Promise<StoredSms> => {
    const rows = await desk.rows<StoredSms>(sql`select * from sms_message where owner_id = ${ownerId}`);
    if (rows.length !== 1) throw new Error(`${rows.length} messages of ${ownerId}`);
    return rows[0]!;
  };
  const byId = async (id: string): Promise<StoredSms> => (await desk.rows<StoredSms>(sql`select * from sms_message where id = ${id}`))[0]!;
  const call = async (account: Account, service: Service, path: string, body: object) =>
    (await desk.as(account)).post(callPath(service, path, 'accession'), body, { 'idempotency-key': randomUUID() });
  const act = async (account: Account, path: string, body: { ids: readonly string[]; [more: string]: unknown }) => {
    const said = await call(account, 'op', `search-manual-sms/${path}`, body);
    if (said.statusCode !== 200) throw new Error(said.body);
    return said.json<{ data: ManyAnswer[] }>().data.map(({ code }) => code);
  };
  const rule = async (more: object) => {
    const named = randomUUID().slice(0, 8);
    const said = await call('admin', 'base', 'smsConfig/saveOrUpdate', {
      smsConfigType: 'sendSampleClientId' in more ? 2 : 1,
      smsConfigCode: named,
      smsConfigName: named,
      contractLaboratoryId: desk.master.laboratoryId,
      qualitativeResult: 1,
      sendType: 1,
      isSign: 1,
      smsPlatformId: platform.on,
      smsContent: '{姓名}您好, {送检单位}的{产品}报告已出具。',
      ...more,
    });
    const answer = said.json<{ data: { id: string } | null; problems?: { field: string; text?: readonly string[] }[]; msg: string }>();
    return { id: answer.data?.id ?? '', problems: answer.problems?.map(({ field }) => field) ?? [] };
  };

  for (const [at, account] of (['audit2', 'admin'] as const).entries()) await mayRelease(desk, account, at + 1);
  for (const key of ['on', 'off'] as const) {
    const said = await call('admin', 'base', 'baseSmsPlatform/submit', {
      platformName: `步测平台${key}`,
      url,
      format: 1,
      signature: '某检验所',
      receiptKey: 'receipt-key',
      status: key === 'on' ? 0 : 1,
    });
    platform[key] = said.json<{ data: { id: string } }>().data.id;
  }
  const base = await madeReport(desk);
  const [row] = await desk.rows<{ id: string; clientId: string }>(
    sql`select q.id::text as id, q.send_sample_client_id::text as client_id from requisition q join report r on r.requisition_id = q.id where r.id = ${base.reportId}`,
  );
  const requisition = { ...row!, sampleCode: base.task.sampleCode };

  /** The message of an occasion, as it is written at once. */
  async function written(
    more: Partial<SmsQuestion> = {},
    { isAmendment = false, now = '2026-11-24 10:00:00', telephone = '' } = {},
  ): Promise<StoredSms> {
    const ownerId = newId();
    const question: SmsQuestion = {
      contractLaboratoryId: desk.master.laboratoryId,
      sendSampleClientId: requisition.clientId,
      commodityIds: [desk.master.single],
      reportTitleId: null,
      qualitativeResult: 1,
      isResampling: false,
      ...more,
    };
    if (telephone) await desk.orm.execute(sql`update requisition set telephone = ${telephone} where id = ${requisition.id}`);
    await desk.database.transaction((tx) =>
      writeSms(
        tx,
        tenantId,
        {
          ownerId,
          requisitionId: requisition.id,
          sampleCode: requisition.sampleCode,
          commodityIds: question.commodityIds,
          question,
          reportTime: now,
          reportType: 1,
          isAmendment,
          holdMinutes: 10,
        },
        now,
      ),
    );
    return ofOwner(ownerId);
  }
  /** One that may leave: its report is out. */
  async function due(now: string, telephone: string): Promise<StoredSms> {
    const row = await written({}, { telephone, now });
    await desk.orm
      .execute(sql`insert into report_version (id, tenant_id, report_id, version_no, state, source, facts, facts_sha256, basis, draft_sha256, pages, engine_version, signatures, verify_token,
        maker_name, create_time, update_time) select o.owner_id, tenant_id, report_id, (o.owner_id % 1000000000)::int, 3, source, facts, facts_sha256, basis, draft_sha256, pages, engine_version, signatures, ${randomUUID()},
        maker_name, create_time, update_time from report_version v, (select owner_id from sms_message where id = ${row.id}) o where v.id = ${base.versionId}`);
    await desk.orm.execute(sql`update sms_message set not_before = ${now} where id = ${row.id}`);
    return row;
  }
  let phones = 0;
  const phone = (): string => `139${String((phones += 1)).padStart(8, '0')}`;

  const close = async (): Promise<void> => {
    provider.close();
    await desk.close();
  };
  return { desk, platform, got, provided, send, ofOwner, byId, call, act, rule, written, due, phone, requisition, base, close };
}
export type SmsDesk = Awaited<ReturnType<typeof openSmsDesk>>;
