import { carrierOwn, monogenicOwn } from '#domain/sample/rules/entryExamples.ts';
import { constants, createHash, createPublicKey, publicEncrypt, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { bodyOfMany, type ManyAnswer } from '#domain/kernel/many.ts';
import { canonicalJson } from '#domain/kernel/canonical.ts';
import { commandByName } from '#domain/commands.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { deviceCredentialHeader, offlinePaths, type DeviceWelcome, type Receipt } from '#domain/kernel/offlineWire.ts';
import { callPath } from '#domain/kernel/services.ts';
import { newPageSeal, newSigner, sealAndSign } from '#server/kernel/desk/sealedTesting.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { openTestApp, testPassword, type TestApp } from '#server/testing.ts';

/**
 * online: the command's own path. outbox: the batch endpoint, as a desk sends it in its author's session. sealed: the same
 * sealed and signed, carried by the desk itself.
 */
export type Door = 'online' | 'outbox' | 'sealed';
export type Account = 'admin' | 'reception' | 'entry1' | 'entry2' | 'lab' | 'audit1' | 'audit2' | 'ops';
export interface Said {
  readonly status: Receipt['status'];
  readonly result?: any;
  readonly code?: string | undefined;
  readonly params?: Readonly<Record<string, any>> | undefined;
  readonly problems?: readonly any[] | undefined;
  readonly msg?: string;
}

/** A server with demo master data and people to act on it. */
export async function openDesk(options: Parameters<typeof openTestApp>[0] = {}) {
  const test = await openTestApp({ isDemo: true, ...options });
  const { orm } = test.database;
  const idOf = async (table: string, column: string, value: string): Promise<string> => {
    const row = await readRow<{ id: string }>(
      orm,
      sql`select id from ${sql.raw(table)} where ${sql.raw(column)} = ${value} and tenant_id = '000000'`,
    );
    if (!row) throw new Error(`no ${table} ${value}`);
    return row.id;
  };
  const master = {
    laboratoryId: await idOf('laboratory', 'laboratory_code', 'SH01'),
    clientId: await idOf('send_sample_client', 'client_code', 'C0001'),
    disabledClientId: await idOf('send_sample_client', 'client_code', 'C0007'),
    blood: await idOf('sample_class', 'class_name', 'EDTA全血'),
    single: await idOf('commodity', 'commodity_code', 'CBC01'),
    double: await idOf('commodity', 'commodity_code', 'WES01'),
    nipt: await idOf('commodity', 'commodity_code', 'NIPT01'),
    carrier: await idOf('commodity', 'commodity_code', 'CAR09'),
  };
  const devices = new Map<Account, { readonly deviceId: string; seq: number; credential?: string }>();

  /** Does one act through a door and says what came of it, in one shape. `opId` repeats an act. */
  async function act(
    door: Door,
    account: Account,
    name: string,
    payload: object,
    { opId = randomUUID() as string, occurredAt = new Date().toISOString() } = {},
  ): Promise<Said> {
    const command = commandByName(name);
    if (!command) throw new Error(`no command ${name}`);
    const caller = await test.as(account);
    if (door === 'online' || !command.offline) {
      const body = command.many ? bodyOfMany(command.many, [payload as Readonly<Record<string, unknown>>]) : payload;
      const answer = await caller.post(callPath(command.service, command.path, 'accession'), body, { 'idempotency-key': opId });
      if (command.many && answer.statusCode === 200) {
        const [one] = answer.json<{ data: readonly ManyAnswer[] }>().data;
        if (!one || one.status === 'failed') throw new Error(`not done: ${answer.body}`);
        return { status: one.status, result: one, ...(one.code === null ? {} : { code: one.code, msg: one.text ?? '' }) };
      }
      const { success, data, msg, refusal, params, problems } = answer.json<{
        success: boolean;
        data: unknown;
        msg: string;
        refusal?: string;
        params?: any;
        problems?: any[];
      }>();
      return success
        ? { status: 'applied', result: data, msg }
        : { status: answer.statusCode === 409 ? 'conflict' : 'refused', code: refusal ?? String(answer.statusCode), params, problems, msg };
    }
    const device = devices.get(account) ?? { deviceId: `desk-${account}-${randomUUID()}`, seq: 0 };
    devices.set(account, device);
    device.seq += 1;
    const op = {
      opId,
      seq: device.seq,
      authorId: (await me(account)).id,
      type: name,
      typeVersion: command.version,
      payload,
      payloadHash: createHash('sha256').update(canonicalJson(payload)).digest('hex'),
      lanes: command.lanes(command.input.parse(payload)),
      dependsOn: [],
      occurredAt,
      clockOffsetMs: 0,
      appVersion: 'test',
    };
    const batch = { deviceId: device.deviceId, maxSeq: device.seq, epoch: 1 };
    const opsPath = callPath('sample', 'offline/ops', 'accession');
    const answer =
      door === 'sealed'
        ? await sendSealed()
        : await caller.post(opsPath, { ...batch, ops: [op] }, device.credential ? { [deviceCredentialHeader]: device.credential } : {});
    const [receipt] = answer.json<{ data: { results: Receipt[] } }>().data.results;
    if (!receipt) throw new Error(`no receipt: ${answer.body}`);
    return receipt as Said;

    async function sendSealed() {
      const { deviceId } = batch;
      const signer = await newSigner();
      const registration = { deviceId, keyId: signer.keyId, publicKey: signer.publicKey, appVersion: 'test' };
      const own: Record<string, string> = device.credential ? { [deviceCredentialHeader]: device.credential } : {};
      const registered = await caller.post(callPath('sample', offlinePaths.device, 'accession'), registration, own);
      const welcome = registered.json<{ data: DeviceWelcome }>().data;
      const sealed = await sealAndSign({ ...op, tenantId: '000000', roleId: '' }, deviceId, { signer, seal: await newPageSeal(welcome) });
      device.credential = welcome.credential;
      const headers = { [deviceCredentialHeader]: welcome.credential };
      return test.app.inject({ method: 'POST', url: opsPath, headers, payload: { ...batch, ops: [sealed] } });
    }
  }
  const people = new Map<string, { id: string; name: string }>();
  async function me(account: string): Promise<{ id: string; name: string }> {
    const known =
      people.get(account) ??
      (await readRow<{ id: string; name: string }>(
        orm,
        sql`select id, real_name as name from user_account where account = ${account} and tenant_id = '000000'`,
      ));
    if (!known) throw new Error(`no account ${account}`);
    people.set(account, known);
    return known;
  }
  /** What a person types to sign: their password sealed together with the handover's key. */
  async function sealed(handoverKey: string, password = testPassword): Promise<string> {
    const { publicKey } = (await test.app.inject('/api/blade-auth/oauth/public-key')).json<{ data: { publicKey: string } }>().data;
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return publicEncrypt(
      { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      Buffer.from(encodeURIComponent(`${password}\n${handoverKey}`)),
    ).toString('base64');
  }
  const get = async (account: Account, path: string, query: Record<string, string> = {}, service: 'sample' | 'lab' | 'search' = 'sample') => {
    const answer = await (await test.as(account)).get(callPath(service, path, 'accession'), query);
    return {
      ...answer.json<{ code: number; success: boolean; data: any; msg: string; refusal?: string }>(),
      status: answer.statusCode,
      body: answer.body,
    };
  };
  const rows = <Row = Record<string, any>>(query: ReturnType<typeof sql>): Promise<Row[]> => readRows<Row>(orm, query);
  /** Rows of one requisition without ids, codes and times: what must be equal whichever door its acts came through. */
  async function shape(requisitionCode: string) {
    const [requisition] = await rows(sql`select * from requisition where requisition_code = ${requisitionCode}`);
    const dropped = /(Id|Ids|Key|Code|Time|Number|grams|reception|detail|contentHash|telephone|personName)$/;
    const bare = (found: readonly Record<string, any>[]) =>
      found.map((row) =>
        Object.fromEntries(
          Object.entries(row).filter(([key]) => key !== 'id' && key !== 'opId' && key !== 'values' && key !== 'occurredAt' && !dropped.test(key)),
        ),
      );
    const id = requisition?.['id'];
    const of = async (table: string, order: string) =>
      bare(await rows(sql`select * from ${sql.raw(table)} where requisition_id = ${id} order by ${sql.raw(order)}`));
    const audits = await rows(sql`select action from audit_entry where subject like ${`${requisitionCode}%`} order by id`);
    return {
      requisition: bare(requisition ? [requisition] : []),
      samples: await of('sample', 'sample_code'),
      items: await of('sample_item', 'sample_code, commodity_id'),
      passes: await of('entry_pass', 'pass_no, revision'),
      comparisons: await of('entry_comparison', 'round'),
      receipts: await of('lab_receive_record', 'id'),
      handovers: bare(
        await rows(
          sql`select distinct h.* from handover h join sample_item i on i.tenant_id = h.tenant_id and i.handover_id = h.id where i.requisition_id = ${id}`,
        ),
      ),
      audits: audits.map(({ action }) => action),
    };
  }
  return { ...test, orm, master, act, me, sealed, get, rows, shape };
}
export type Desk = Awaited<ReturnType<typeof openDesk>> & TestApp;

let numbers = 0;
/** A code nobody has used in this run. */
export const freshCode = (letter: string): string => `${letter}${String(Date.now()).slice(-7)}${String(++numbers).padStart(4, '0')}`;
export const hoursAgo = (hours: number): string => formatDateTime(Date.now() - hours * 3_600_000);

/** A reception payload nobody objects to. Names differ, so that R-08 stays silent. */
export function summaryPayload({ master }: Pick<Desk, 'master'>, commodityId: string, change: Record<string, unknown> = {}) {
  const requisitionCode = freshCode('A');
  return {
    requisitionCode,
    contractLaboratoryId: master.laboratoryId,
    sendSampleClientId: master.clientId,
    commodityIds: [commodityId],
    tubes: [{ sampleCode: freshCode('0'), sampleClassId: master.blood, sampleQuantity: 1, sampleVolume: 5, testTubeNumber: freshCode('T') }],
    personName: `受检${['甲', '乙', '丙', '丁', '戊', '己', '庚', '辛'][numbers % 8]}`,
    sex: 2,
    age: 31,
    ageUnit: 1,
    birthDate: '1995-03-07',
    telephone: `1990000${String(1000 + (numbers % 9000))}`,
    samplingTime: hoursAgo(3),
    ...change,
  };
}

/** What these forms ask beyond the generic block. */
const formsOwn: Readonly<Record<string, Readonly<Record<string, unknown>>>> = { monogenic: monogenicOwn, monogenicCarrier: carrierOwn };

/** What a clerk types from the same paper. */
export function detailPayload(
  summary: ReturnType<typeof summaryPayload>,
  form: string,
  pass: 1 | 2,
  change: Record<string, unknown> = {},
  more: Record<string, unknown> = {},
) {
  const { personName, sex, age, ageUnit, birthDate, telephone, samplingTime, sendSampleClientId, commodityIds } = summary;
  return {
    requisitionCode: summary.requisitionCode,
    pass,
    form,
    unclear: [],
    reasons: {},
    seconds: 42,
    values: {
      personName,
      sex,
      age,
      ageUnit,
      birthDate,
      telephone,
      samplingTime,
      sendSampleClientId,
      commodityIds,
      testTubeNumber: summary.tubes[0]?.testTubeNumber,
      doctorName: '林医生',
      ...formsOwn[form],
      ...change,
    },
    ...more,
  };
}
