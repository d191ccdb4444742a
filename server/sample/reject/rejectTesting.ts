import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { ManyAnswer } from '#domain/kernel/many.ts';
import { callPath } from '#domain/kernel/services.ts';
import type { Account, Desk } from '#server/sample/deskTesting.ts';

/** A form as a browser sends it. */
export function formOf(fields: Readonly<Record<string, string>>, files: readonly Buffer[]): { readonly body: Buffer; readonly type: string } {
  const boundary = `case-${randomUUID()}`;
  const parts: Buffer[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  for (const file of files)
    parts.push(
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="photo.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`),
      file,
      Buffer.from('\r\n'),
    );
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return { body: Buffer.concat(parts), type: `multipart/form-data; boundary=${boundary}` };
}

/** What can differ between a tube before a rejection and after its recovery; versions and times of writing left out. */
export async function standing(desk: Desk, requisitionCode: string) {
  const [found] = await desk.rows<{ all: unknown }>(
    sql`select jsonb_build_object(
      'requisition', (select jsonb_build_object('entryState', r.entry_state) from requisition r where r.requisition_code = ${requisitionCode}),
      'tubes', (select jsonb_agg(to_jsonb(s) - 'update_time' - 'version' order by s.id) from sample s where s.requisition_code = ${requisitionCode}),
      'items', (select jsonb_agg(to_jsonb(i) order by i.id) from sample_item i join sample s on s.id = i.sample_id where s.requisition_code = ${requisitionCode}),
      'tasks', (select jsonb_agg(to_jsonb(t) - 'update_time' - 'version' - 'due_steps' order by t.id) from lab_task t where t.requisition_code = ${requisitionCode}),
      'lines', (select jsonb_agg(jsonb_build_object('c', l.commodity_id, 's', l.state, 'p', l.price, 'code', l.sample_code) order by l.commodity_id, l.sample_code)
        from sales_line l join requisition r on r.id = l.requisition_id where r.requisition_code = ${requisitionCode} and l.state <> 9)) as all`,
  );
  return found?.all as Record<string, any>;
}

/** Acts of rejection by their calls, as the screens send them. */
export function rejectDesk(desk: Desk) {
  async function door(
    account: Account,
    path: string,
    fields: Readonly<Record<string, string>>,
    files: readonly Buffer[] = [],
    key: string = randomUUID(),
  ) {
    const { body, type } = formOf(fields, files);
    const answer = await (await desk.as(account)).post(callPath('sample', path, 'accession'), body, { 'content-type': type, 'idempotency-key': key });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ data: readonly ManyAnswer[] }>().data;
  }
  const recordOf = async (sampleCode: string) => {
    const [row] = await desk.rows<{ id: string; before: any; state: number; version: number }>(
      sql`select p.* from reject_record p join sample s on s.id = p.sample_id where s.sample_code = ${sampleCode} order by p.id desc limit 1`,
    );
    if (!row) throw new Error(`no rejection of ${sampleCode}`);
    return row;
  };
  return {
    door,
    recordOf,
    reject: (
      sampleCodes: readonly string[],
      own: Readonly<Record<string, string>> = {},
      files: readonly Buffer[] = [],
      account: Account = 'reception',
    ) =>
      door(
        account,
        'reject-record/addReject',
        { sampleCodes: sampleCodes.join(','), rejectCode: 'REJ09', measure: '1', reason: '重度溶血', ...own },
        files,
      ),
    recover: async (sampleCodes: readonly string[], account: Account = 'admin') => {
      const ids = [];
      for (const code of sampleCodes) ids.push((await recordOf(code)).id);
      return door(account, 'reject-record/reject-recovery', { ids: ids.join(','), reason: '复核可用' });
    },
  };
}
