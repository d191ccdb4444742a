import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import type { Backend } from './backend.ts';
import { Couch } from './couch.ts';
import type { Answer, Ledger } from './ledger.ts';
import { nameOf, type Act } from './peers/peer.ts';

export interface Origin {
  readonly port: number;
  /** Records that are refused for what they are (422, or `forbidden` for one document), whatever else is sent with them. */
  poison(records: readonly string[]): void;
  ledger(): Promise<Ledger>;
  close(): Promise<void>;
}

interface PushedRow {
  readonly newDocumentState: Act;
  readonly assumedMasterState?: Act;
}

/**
 * A server that is fair to each library: in memory, no rules, no disk, an act applied under its natural key, a repeated
 * `Idempotency-Key` recognised for ever. `files` are the page, its script and, where there is one, its worker. With a `backend` each act is
 * first done there.
 */
export async function openOrigin(files: ReadonlyMap<string, { type: string; body: string }>, backend?: Backend): Promise<Origin> {
  let poisoned: ReadonlySet<string> = new Set();
  const applied = new Map<string, number>();
  const keys = new Set<string>();
  const masters = new Map<string, Act>();
  const couch = new Couch();
  const apply = (act: Act): void => void applied.set(nameOf(act), (applied.get(nameOf(act)) ?? 0) + 1);

  /** One act a request (Workbox, TanStack). */
  const takeAct = (act: Act, key: string | undefined): Answer => {
    if (poisoned.has(act.record)) return { status: 422, body: { error: 'refused' } };
    if (key === undefined || !keys.has(key)) apply(act);
    if (key !== undefined) keys.add(key);
    return { status: 200, body: { ok: true } };
  };
  /** A batch of documents (RxDB): each compared with what the desk believed to be here; those that differ go back. */
  const takePush = (rows: readonly PushedRow[]): Answer => {
    // Its protocol has no refusal of one row.
    if (rows.some(({ newDocumentState }) => poisoned.has(newDocumentState.record))) return { status: 422, body: { error: 'refused' } };
    const conflicts: Act[] = [];
    for (const { newDocumentState, assumedMasterState } of rows) {
      const master = masters.get(newDocumentState.record);
      if (master && !isDeepStrictEqual(master, assumedMasterState)) conflicts.push(master);
      else {
        masters.set(newDocumentState.record, newDocumentState);
        apply(newDocumentState);
      }
    }
    return { status: 200, body: conflicts };
  };
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const url = request.url ?? '/';
    const file = request.method === 'GET' ? files.get(url.split('?')[0] ?? '') : undefined;
    if (file) return { status: 200, ...file };
    const body = await textOf(request);
    await backend?.take(actsIn(url, body));
    if (url === '/ops') return takeAct(JSON.parse(body) as Act, request.headers['idempotency-key'] as string | undefined);
    if (url === '/push') return takePush(JSON.parse(body) as PushedRow[]);
    if (url.startsWith('/db/')) return couch.take(request.method ?? 'GET', url.slice(3), body, poisoned);
    return { status: 404, body: {} };
  };
  const server = createServer((request, response) => {
    void answer(request).then(
      (answered) => send(response, answered),
      () => response.destroy(),
    );
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    poison: (records) => void (poisoned = new Set(records)),
    ledger: async () => (couch.isUsed ? couch.ledger() : applied),
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await couch.close();
    },
  };
}

/** The acts that a request carries, for the server behind this one. */
function actsIn(url: string, body: string): Act[] {
  if (url === '/ops') return [JSON.parse(body) as Act];
  if (url === '/push') return (JSON.parse(body) as PushedRow[]).map(({ newDocumentState }) => newDocumentState);
  return url.endsWith('/_bulk_docs') ? (JSON.parse(body) as { docs: Act[] }).docs : [];
}

function send(response: ServerResponse, { status, body, type = 'application/json' }: Answer): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}
