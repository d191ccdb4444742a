import { sql } from 'drizzle-orm';
import { callPath } from '#domain/kernel/services.ts';
import type { Account, Desk } from '#server/sample/deskTesting.ts';
import { importFileJobKind } from './importFile.ts';
import { readFileJobKind } from './readFile.ts';

export interface Envelope {
  readonly status: number;
  readonly data: any;
  readonly msg: string;
  readonly refusal?: string;
}
const never = new AbortController().signal;

/** Result files by the desks' own calls; the jobs behind them are done when they are asked for. */
export function resultDesk(desk: Desk) {
  const lab = (path: string): string => callPath('lab', path, 'accession');
  async function post(account: Account | 'ops', path: string, body: unknown, headers: Record<string, string> = {}): Promise<Envelope> {
    const caller = await desk.as(account);
    const answer = await caller.post(path, body, headers);
    const said = answer.json<{ data: unknown; msg: string; refusal?: string }>();
    return { status: answer.statusCode, data: said.data, msg: said.msg, ...(said.refusal ? { refusal: said.refusal } : {}) };
  }
  async function get(account: Account | 'ops', path: string, query: Record<string, string> = {}): Promise<Envelope> {
    const answer = await (await desk.as(account)).get(path, query);
    const said = answer.json<{ data: unknown; msg: string; refusal?: string }>();
    return { status: answer.statusCode, data: said.data, msg: said.msg, ...(said.refusal ? { refusal: said.refusal } : {}) };
  }
  /** A form with one file. */
  function form(
    account: Account | 'ops',
    path: string,
    fields: Record<string, string>,
    file: Buffer | string | null,
    fileName = 'r.csv',
  ): Promise<Envelope> {
    const boundary = 'result-boundary';
    const parts = Object.entries(fields).map(([name, value]) =>
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    );
    if (file !== null)
      parts.push(
        Buffer.from(
          `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
        ),
        Buffer.from(file),
        Buffer.from('\r\n'),
      );
    parts.push(Buffer.from(`--${boundary}--\r\n`));
    return post(account, path, Buffer.concat(parts), { 'content-type': `multipart/form-data; boundary=${boundary}` });
  }
  const groupId = async (code: string): Promise<string> =>
    (await desk.rows<{ id: string }>(sql`select id from panel_group where panel_group_code = ${code} and tenant_id = '000000'`))[0]!.id;
  let made = 0;

  return {
    get,
    post,
    lab,
    groupId,
    /** A draft of a run sheet with tasks of one laboratory and group in its first wells; answers its id. */
    async sheetOf(tasks: readonly { readonly id: string; readonly laboratoryId: string; readonly panelGroupId: string }[]): Promise<string> {
      const { laboratoryId, panelGroupId } = tasks[0]!;
      const places = tasks.map(({ id }, at) => ({ well: `${'ABCDEFGH'[at]}01`, kind: 1, taskId: id }));
      const draft = { line: 'general', batchKind: 3, laboratoryId, panelGroupId, plateFormat: 96, places };
      return ((await desk.act('online', 'lab', 'labBatch.save', draft)).result as { ruleId: string }).ruleId;
    },
    /** A template of a group, made of a header line; answers its id. */
    async template(group: string, header: string, layout = 1): Promise<string> {
      made += 1;
      const fields = { templateName: `模板${made}`, disable: 'false', panelGroupId: await groupId(group), layout: String(layout) };
      const answer = await form('ops', callPath('base', 'result-template/save', 'accession'), fields, `${header}\n`, 't.csv');
      if (answer.status !== 200) throw new Error(answer.msg);
      return answer.data.id;
    },
    /** Uploads a file and reads it. */
    async upload(
      group: string,
      resultTemplateId: string,
      file: Buffer | string,
      { account = 'lab' as Account, fileName = 'r.csv', ruleId = '' } = {},
    ) {
      const fields = { panelGroupId: await groupId(group), resultTemplateId, ...(ruleId ? { ruleId } : {}) };
      const answer = await form(account, lab('result-file/upload'), fields, file, fileName);
      if (answer.status === 200)
        await readFileJobKind(desk.database, desk.blobs).run({ tenantId: '000000', fileId: answer.data.resultFileId }, never);
      return answer;
    },
    file: async (resultFileId: string) => (await get('admin', lab('result-file/page'), { resultFileId })).data.records[0],
    lines: async (resultFileId: string) => (await get('admin', lab('result-file/error-page'), { resultFileId, size: '500' })).data.records as any[],
    decide: (resultFileId: string, body: object, account: Account = 'lab') =>
      post(account, lab('result-file/import-result'), { resultFileId, ...body }),
    /** Does the job of an import, as often as it is called. */
    async work(resultFileId: string, account: Account = 'lab'): Promise<void> {
      const { id, name } = await desk.me(account);
      await importFileJobKind(desk.database).run({ tenantId: '000000', fileId: resultFileId, userId: id, userName: name }, never);
    },
    tasks: (ids: readonly string[]) =>
      desk.rows<{ id: string; taskState: number; resultVersion: number; detectionResult: number | null; signals: string[] }>(
        sql`select id, task_state, result_version, detection_result, signals from lab_task where id = any(${sql.param([...ids])}::bigint[]) order by id`,
      ),
  };
}
