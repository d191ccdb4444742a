import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * pass: as it is. refuse: connections are reset. blackHole: accepted, never answered. cutAfterApply: the server
 * gets and does it, the answer is lost. 500, 401: answered so without asking the server; hostile: a captive portal's page.
 */
export type LinkState = 'pass' | 'refuse' | 'blackHole' | 'cutAfterApply' | '500' | '401' | 'hostile';

export interface Link {
  readonly port: number;
  readonly address: string;
  /** What becomes of writes by the desk's door; everything else passes unless the state is refuse or blackHole. */
  set(state: LinkState): void;
  /** Requests seen per path and state since the last call. */
  takeSeen(): string[];
  close(): Promise<void>;
}

const isUpload = (url: string): boolean => url.includes('/offline/ops');

/** A link between desk and server that can be cut for real: the page still believes it is online. */
export async function openLink(serverPort: number): Promise<Link> {
  let state: LinkState = 'pass';
  let seen: string[] = [];
  const sockets = new Set<Socket>();
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse, isAnswerLost: boolean): void => {
    const upstream = request(
      { host: '127.0.0.1', port: serverPort, path: incoming.url, method: incoming.method, headers: incoming.headers },
      (answer) => {
        if (isAnswerLost) {
          answer.resume();
          answer.on('end', () => incoming.socket.destroy());
          return;
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
    if (isUpload(url)) seen.push(`${state} ${url}`);
    if (state === 'refuse') return void incoming.socket.destroy();
    if (state === 'blackHole') return void incoming.resume();
    if (state === 'pass' || !isUpload(url)) return forward(incoming, outgoing, false);
    if (state === 'cutAfterApply') return forward(incoming, outgoing, true);
    incoming.resume();
    if (state === 'hostile') {
      outgoing.writeHead(200, { 'content-type': 'text/html' });
      outgoing.end('<html>欢迎使用酒店网络</html>');
      return;
    }
    outgoing.writeHead(Number(state), { 'content-type': 'application/json' });
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
    set(next) {
      state = next;
      if (next === 'refuse' || next === 'blackHole') for (const socket of sockets) socket.destroy();
    },
    takeSeen() {
      const taken = seen;
      seen = [];
      return taken;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
