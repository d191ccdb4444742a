import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Api } from './api.ts';

const op = 'accession-lims-op';
const secret = 'a secret of the partner';
interface Told {
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A third party that results are pushed to: what it took, and whether it is down. */
export async function openThirdParty() {
  const state = { isDown: false, taken: [] as Told[], refused: 0 };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        if (state.isDown) state.refused++;
        else
          state.taken.push({
            key: String(request.headers['idempotency-key']),
            body: JSON.parse(Buffer.concat(parts).toString() || '{}') as Told['body'],
          });
        response.writeHead(state.isDown ? 503 : 200).end('{"code":200}');
      });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/results`, close: () => server.close() };
}
export type ThirdParty = Awaited<ReturnType<typeof openThirdParty>>;

/** Makes an interface, tries it out and switches it on; its id. */
export async function openInterface(admin: Api, fields: Readonly<Record<string, unknown>>): Promise<string> {
  const { id } = await admin.post<{ id: string }>(`${op}/op-interface/submit`, fields);
  const tried = await admin.post<{ isGood: boolean }>(`${op}/op-interface/test`, { interfaceId: id });
  if (!tried.isGood) throw new Error(`the interface does not work: ${JSON.stringify(tried)}`);
  await admin.post(`${op}/op-interface/enable`, { id });
  return id;
}
/** What a way in for a partner is proved by. */
export const partnerProof = { authKind: 'hmac', appKey: 'partner', appSecret: secret } as const;

/** A partner's own programme, as docs/interfaces.md tells it to call. */
export async function askAsPartner(address: string, code: string, operation: string, rows: readonly object[]) {
  const path = `/api/${op}/partner/${code}/${operation}`;
  const body = JSON.stringify({ rows });
  const [time, nonce] = [String(Math.floor(Date.now() / 1000)), randomUUID()];
  const digest = createHash('sha256').update(body).digest('hex');
  const signature = createHmac('sha256', secret).update(['POST', path, time, nonce, digest].join('\n')).digest('hex');
  const answer = await fetch(address + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-app-key': partnerProof.appKey,
      'x-timestamp': time,
      'x-nonce': nonce,
      'x-signature': signature,
    },
    body,
  });
  const said = (await answer.json()) as { data: { rows: { outcome: string; code: string | null; msg: string | null }[] } | null; msg: string };
  if (!said.data) throw new Error(`${operation}: ${answer.status} ${said.msg}`);
  return said.data.rows;
}
