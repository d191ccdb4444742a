import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { offlinePaths } from '#domain/kernel/offlineWire.ts';

/**
 * pass: as it is. refuse: connections are reset. blackHole: accepted, never answered. cutAfterApply: the server
 * gets and does it, the answer is lost; cutMidBody: it breaks off in the middle. slow: the request takes its time.
 * kept: the server gets and does it, the answer is kept back and lost when the link is cut. 500, 503, 401, 413: answered so
 * without asking the server; hostile, hostile422: a captive portal's page, with 200 or 422.
 */
export type LinkState =
  | 'pass'
  | 'refuse'
  | 'blackHole'
  | 'cutAfterApply'
  | 'cutMidBody'
  | 'slow'
  | 'kept'
  | '500'
  | '503'
  | '401'
  | '413'
  | 'hostile'
  | 'hostile422';

export interface Link {
  readonly port: number;
  readonly address: string;
  /**
   * What becomes of the acts and pictures that desks send; everything else passes unless the state is refuse or blackHole.
   * `first`: so many of them are answered before a link keeps the answers back.
   */
  set(state: LinkState, first?: number): void;
  /** Requests seen per path and state since the last call. */
  takeSeen(): string[];
  /** Requests that came since the last call, refused ones included: all, and what desks sent of their acts and pictures. */
  takeCounts(): { readonly requests: number; readonly uploads: number };
  close(): Promise<void>;
}

/** How long a slow link keeps a request, ms. */
const slowMs = 1200;
const isUpload = (url: string): boolean => url.includes(offlinePaths.ops) || url.includes(offlinePaths.blobs);

/** A link between desk and server that can be cut for real: the page still believes it is online. */
export async function openLink(serverPort: number): Promise<Link> {
  let state: LinkState = 'pass';
  let answersLeft = 0;
  let seen: string[] = [];
  let requests = 0;
  let uploads = 0;
  const sockets = new Set<Socket>();
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse, lost: 'nothing' | 'answer' | 'half' | 'kept'): void => {
    const upstream = request(
      // A connection of its own: one that was kept may be closed by the server just as it is taken again, and the desk would see a cut nobody made.
      { host: '127.0.0.1', port: serverPort, path: incoming.url, method: incoming.method, headers: incoming.headers, agent: false },
      (answer) => {
        answer.on('error', () => incoming.socket.destroy());
        if (lost === 'answer') {
          answer.resume();
          answer.on('end', () => incoming.socket.destroy());
          return;
        }
        if (lost === 'half') {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.once('data', (chunk: Buffer) => outgoing.write(chunk.subarray(0, Math.ceil(chunk.length / 2)), () => incoming.socket.destroy()));
          return;
        }
        if (lost === 'kept' && answer.statusCode === 200) {
          if (answersLeft === 0) return void answer.resume();
          answersLeft -= 1;
        }
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    upstream.on('error', () => incoming.socket.destroy());
    incoming.pipe(upstream);
  };
  const server: Server = createServer((incoming, outgoing) => {
    const url = incoming.url ?? '/';
    requests += 1;
    if (isUpload(url)) {
      uploads += 1;
      seen.push(`${state} ${url}`);
    }
    if (state === 'refuse') return void incoming.socket.destroy();
    if (state === 'blackHole') return void incoming.resume();
    if (state === 'pass' || !isUpload(url)) return forward(incoming, outgoing, 'nothing');
    if (state === 'cutAfterApply') return forward(incoming, outgoing, 'answer');
    if (state === 'cutMidBody') return forward(incoming, outgoing, 'half');
    if (state === 'slow') return void setTimeout(() => forward(incoming, outgoing, 'nothing'), slowMs);
    if (state === 'kept') return forward(incoming, outgoing, 'kept');
    incoming.resume();
    if (state === 'hostile' || state === 'hostile422') {
      outgoing.writeHead(state === 'hostile' ? 200 : 422, { 'content-type': 'text/html' });
      outgoing.end('<html>欢迎使用酒店网络</html>');
      return;
    }
    outgoing.writeHead(Number(state), { 'content-type': 'application/json', ...(state === '503' ? { 'retry-after': '1' } : {}) });
    outgoing.end(JSON.stringify({ code: Number(state), success: false, data: null, msg: 'proxy' }));
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    port,
    address: `http://127.0.0.1:${port}`,
    set(next, first = 0) {
      state = next;
      answersLeft = first;
      if (next === 'refuse' || next === 'blackHole') for (const socket of sockets) socket.destroy();
    },
    takeSeen() {
      const taken = seen;
      seen = [];
      return taken;
    },
    takeCounts() {
      const taken = { requests, uploads };
      requests = 0;
      uploads = 0;
      return taken;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
