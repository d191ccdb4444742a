import { createHash, createHmac, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import type { Desk } from '#server/sample/deskTesting.ts';

const secret = 'a secret of the partner';
type Account = Parameters<Desk['as']>[0];

export async function postTo(desk: Desk, path: string, body: object, account: Account = 'admin') {
  const answer = await (await desk.as(account)).post(callPath('op', path, 'accession'), body, { 'idempotency-key': randomUUID() });
  return { status: answer.statusCode, ...answer.json<{ data: any; msg: string; refusal?: string; problems?: { field: string }[] }>() };
}
export const getFrom = async (desk: Desk, path: string, query: Record<string, string>, account: Account = 'admin') =>
  (await (await desk.as(account)).get(callPath('op', path, 'accession'), query)).json<{ data: any; msg: string }>().data;

/** A way in for the desk's client, tried out and on. */
export async function openWayIn(desk: Desk, more: object = {}): Promise<{ id: string; code: string }> {
  const code = `walk${randomUUID().slice(0, 8)}`;
  const made = await postTo(desk, 'op-interface/submit', {
    interfaceName: code,
    interfaceEncoding: code,
    interfaceType: 1,
    operations: ['requisitionPush', 'requisitionCancel', 'statusQuery', 'reportQuery'],
    authKind: 'hmac',
    appKey: 'partner',
    appSecret: secret,
    perMinute: 600,
    burst: 100,
    laboratoryId: desk.master.laboratoryId,
    sendSampleClientIds: [desk.master.clientId],
    ...more,
  });
  expect(made.status, made.msg).toBe(200);
  const { id } = made.data;
  expect(await postTo(desk, 'op-interface/test', { interfaceId: id })).toMatchObject({ status: 200, data: { isGood: true } });
  expect(await postTo(desk, 'op-interface/enable', { id })).toMatchObject({ status: 200 });
  return { id, code };
}

export interface AskedHow {
  readonly key?: string;
  readonly appSecret?: string;
  /** Seconds since 1970. */
  readonly time?: number;
  readonly nonce?: string;
}
/** A partner's programme, written from docs/interfaces.md alone. */
export async function askAs(
  desk: Desk,
  code: string,
  operation: string,
  rows: unknown,
  { key = '', appSecret = secret, time = Math.floor(Date.now() / 1000), nonce = randomUUID() }: AskedHow = {},
) {
  const path = `/api/accession-lims-op/partner/${code}/${operation}`;
  const body = JSON.stringify({ rows });
  const digest = createHash('sha256').update(body).digest('hex');
  const signature = createHmac('sha256', appSecret)
    .update(['POST', path, String(time), nonce, digest].join('\n'))
    .digest('hex');
  const answer = await desk.app.inject({
    method: 'POST',
    url: path,
    headers: {
      'content-type': 'application/json',
      'x-app-key': 'partner',
      'x-timestamp': String(time),
      'x-nonce': nonce,
      'x-signature': signature,
      ...(key ? { 'idempotency-key': key } : {}),
    },
    payload: body,
  });
  const said = answer.json<{ refusal?: string; data: { rows: any[] } | null }>();
  return { status: answer.statusCode, refusal: said.refusal, rows: said.data?.rows ?? [], headers: answer.headers };
}
