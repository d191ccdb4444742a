import { constants, createHash, createPublicKey, publicEncrypt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { canonicalJson } from '#domain/kernel/canonical.ts';
import { freshPlace, startServer, type Place, type ServerProcess } from '#server/serverProcess.ts';

const seedPassword = 'Seed-Word-71f3';
const password = { first: 'First-Word-82a1', second: 'Second-Word-93b2', wrong: 'Wrong-Word-04c3' };
const person = { personName: '欧阳不记', telephone: '19955550123', credentialNo: 'E90909091', doctorName: '端木勿录' };
/** Whatever must never lie in the ledger, the audit trail, any other table, or the log. Grows while the test acts. */
const secrets = new Map<string, string>(Object.entries({ seedPassword, ...password }));
const keep = (name: string, value: string): string => (secrets.set(`${name} ${secrets.size}`, value), value);

let place: Place;
let server: ServerProcess;
beforeAll(async () => {
  place = await freshPlace();
  server = await startServer({ ...place.env, DEMO: '1', SEED_PASSWORD: seedPassword, LOG_LEVEL: 'trace' });
});
afterAll(async () => {
  server.child.kill('SIGKILL');
  await server.ended;
  await place.remove();
});

interface Answer {
  readonly status: number;
  readonly body: any;
}
async function send(
  method: 'GET' | 'POST',
  path: string,
  { token, body, headers = {} }: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const answer = await fetch(server.url + path, {
    method,
    headers: {
      ...(token ? { 'blade-auth': `bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}
async function seal(text: string): Promise<string> {
  const { body } = await send('GET', '/api/blade-auth/oauth/public-key');
  const key = createPublicKey({ key: Buffer.from(body.data.publicKey, 'base64'), format: 'der', type: 'spki' });
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  return keep('sealed', publicEncrypt({ key, padding, oaepHash: 'sha256' }, Buffer.from(encodeURIComponent(text))).toString('base64'));
}
const basic = { authorization: `Basic ${Buffer.from('accession:accession_secret').toString('base64')}` };
async function grant(query: Record<string, string>): Promise<Record<string, string>> {
  const { body } = await send('POST', `/api/blade-auth/oauth/token?${new URLSearchParams({ tenantId: '000000', scope: 'all', ...query })}`, {
    headers: basic,
  });
  for (const name of ['access_token', 'refresh_token']) if (body[name]) keep(name, body[name]);
  return body;
}
const login = async (username: string, word: string): Promise<Record<string, string>> =>
  grant({ grant_type: 'password', username, password: await seal(word) });

const system = '/api/blade-system';
const sample = '/api/accession-lims-sample';
let keys = 0;
const once = (): { headers: Record<string, string> } => ({ headers: { 'idempotency-key': `secret-walk-${String(++keys).padStart(4, '0')}` } });

/** Every act that carries a password, a token or a person: in the query and in the body, with a key and without, taken and refused. */
async function actOnEverything(): Promise<void> {
  const admin = await login('admin', seedPassword);
  await login('admin', password.wrong);
  await grant({ grant_type: 'refresh_token', refresh_token: admin['refresh_token'] ?? '' });
  const token = admin['access_token'] ?? '';
  const [{ id: roleId }] = (await send('GET', `${system}/role/list?roleAlias=entry`, { token })).body.data;
  const [{ id: deptId }] = (await send('GET', `${system}/dept/select`, { token })).body.data;
  const account = { realName: '保密员', roleId, deptId };
  const made = await send('POST', `${system}/user/submit`, {
    token,
    body: { ...account, account: 'secretive', password: await seal(password.first) },
    ...once(),
  });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const told = await send('POST', `${system}/user/submit`, { token, body: { ...account, account: 'told' }, ...once() });
  keep('one-time', told.body.data.oneTimePassword);
  const reset = await send('POST', `${system}/user/reset-password?userIds=${told.body.data.id}`, { token, ...once() });
  keep('one-time', reset.body.data[0].password);
  // Clients that seal nothing: refused, and not remembered.
  await send('POST', `${system}/user/submit`, { token, body: { ...account, account: 'plain', password: password.second }, ...once() });
  await grant({ grant_type: 'password', username: 'secretive', password: password.first });
  const own = await login('secretive', password.first);
  const change = { oldPassword: await seal(password.first), newPassword: await seal(password.second), newPassword1: await seal(password.second) };
  expect(
    (
      await send('POST', `/api/blade-user/update-password?${new URLSearchParams({ ...change, newPassword1: await seal(password.wrong) })}`, {
        token: own['access_token'] ?? '',
        ...once(),
      })
    ).status,
  ).toBe(400);
  expect((await send('POST', '/api/blade-user/update-password', { token: own['access_token'] ?? '', body: change, ...once() })).status).toBe(200);

  const reception = await login('reception', seedPassword);
  const asReception = { token: reception['access_token'] ?? '' };
  const handoverKey = randomUUID();
  const sign = { handoverKey, signAccount: 'lab', signPassword: await seal(`${seedPassword}\n${handoverKey}`) };
  await send('POST', `${sample}/sample-handover/sign`, { ...asReception, body: sign, ...once() });
  const payload = { ...sign, signPassword: await seal(`${password.wrong}\n${handoverKey}`) };
  const op = {
    opId: randomUUID(),
    seq: 1,
    authorId: reception['user_id'],
    type: 'handover.sign',
    typeVersion: 1,
    payload,
    payloadHash: createHash('sha256').update(canonicalJson(payload)).digest('hex'),
    lanes: [`handover:${handoverKey}`],
    dependsOn: [],
    occurredAt: new Date().toISOString(),
    clockOffsetMs: 0,
    appVersion: 'walk',
  };
  const answered = await send('POST', `${sample}/offline/ops`, {
    ...asReception,
    body: { deviceId: 'secrets-device', maxSeq: 1, epoch: 1, ops: [op] },
  });
  expect(answered.body.data.results, JSON.stringify(answered.body)).toHaveLength(1);

  // A token in the address (downloads), persons in a query, in a refused act, in a broken body.
  await send(
    'GET',
    `${sample}/enter-info/today-list?${new URLSearchParams({ 'blade-auth': `bearer ${reception['access_token']}`, personName: person.personName })}`,
  );
  await send('POST', `${sample}/enter-info/enter-summary`, { ...asReception, body: { requisitionCode: 'A1', ...person }, ...once() });
  await fetch(`${server.url}${sample}/enter-info/enter-summary`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'blade-auth': `bearer ${reception['access_token']}` },
    body: `{"personName":"${person.personName}"`,
  });
  await send('GET', `/api/accession-lims-base/nowhere/${encodeURIComponent(person.personName)}`, asReception);
  await send('GET', `/api/blade-auth/oauth/logout`, asReception);
}

it('keeps no password and no token anywhere, and writes nobody into the log', async () => {
  await actOnEverything();
  expect(await server.stop()).toBe(0);
  const log = server.printed();
  expect(log.match(/"msg":"answered"/g)?.length).toBeGreaterThan(15);
  const database = await place.open();
  const tables = await database.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE' and table_schema = 'public' order by 1",
  );
  const found: string[] = [];
  try {
    for (const { name } of tables.rows) {
      const { rows } = await database.pool.query<{ text: string }>(`select t::text as text from "${name}" t`);
      const whole = rows.map(({ text }) => text).join('\n');
      for (const [secret, value] of secrets) {
        // The demo shows its password on the login page: there, and nowhere else.
        if (whole.includes(value) && !(name === 'setting' && value === seedPassword)) found.push(`${secret} in ${name}`);
      }
    }
    const kept = await database.pool.query<{ n: string }>(
      "select count(*) as n from client_op where type like 'userAccount.%' or type = 'handover.sign'",
    );
    expect(Number(kept.rows[0]?.n)).toBeGreaterThan(1);
  } finally {
    await database.close();
  }
  // The announcement on the demo's start shows its password to whoever started it; it is no log line.
  const lines = log.split('\n').filter((line) => line.startsWith('{'));
  for (const [name, value] of [...secrets, ...Object.entries(person)]) {
    const shown = new Set([value, encodeURIComponent(value), value.replaceAll('+', ' ')]);
    for (const line of lines) if ([...shown].some((text) => line.includes(text))) found.push(`${name} in the log: ${line}`);
  }
  expect(found).toEqual([]);
});
