import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { BatchAnswer, OperationBatch } from '#domain/kernel/offlineWire.ts';

/** Our server's door with nobody behind it for acts. */
export interface IdleDoor {
  readonly port: number;
  /** Keys of the acts that came, each as often as it was taken for new. */
  readonly taken: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/**
 * In front of the product: acts are answered at once, `applied`, on the product's own wire, and kept by their keys in memory;
 * nothing is unsealed, no rule asked, no disk written. Everything else is the product's. So the queue and its protocol
 * are measured alone, as the libraries are with a server that costs them nothing.
 */
export async function openIdleDoor(productPort: number): Promise<IdleDoor> {
  const taken = new Map<string, number>();
  const answer = ({ ops }: OperationBatch): BatchAnswer => {
    const serverTime = new Date().toISOString();
    const results = ops.map(({ opId }) => {
      const duplicate = taken.has(opId);
      if (!duplicate) taken.set(opId, 1);
      return { opId, status: 'applied' as const, duplicate, serverSeq: String(taken.size), serverTime: '2026-01-01 00:00:00', result: null };
    });
    return { results, serverTime, minEpoch: 1 };
  };
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces);
    const batch = JSON.parse((request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString()) as OperationBatch;
    const text = JSON.stringify({ code: 200, success: true, data: answer(batch), msg: 'ok' });
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(text) });
    response.end(text);
  };
  const pass = (request: IncomingMessage, response: ServerResponse): void => {
    const { method, url, headers } = request;
    const onward = ask({ host: '127.0.0.1', port: productPort, method, path: url, headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  };
  const server = createServer((request, response) => {
    if (request.method === 'POST' && request.url?.includes('/offline/ops')) void take(request, response).catch(() => response.destroy());
    else pass(request, response);
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    taken,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
