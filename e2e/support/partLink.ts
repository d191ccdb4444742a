import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface PartLink {
  readonly address: string;
  /** What came through, in its order: `ops`, or a picture's part as `<first letters of its hash> <part>`. */
  readonly seen: string[];
  /** Nothing passes. */
  cut(): void;
  /** All passes, but only so many parts of pictures; the next one hangs until it is let through. */
  let(parts: number): void;
  /** True while a part hangs. */
  isHolding(): boolean;
  close(): Promise<void>;
}

/** A link that carries acts at once and pictures at will. */
export async function openPartLink(serverPort: number): Promise<PartLink> {
  const seen: string[] = [];
  const sockets = new Set<Socket>();
  let isCut = false;
  let left = Infinity;
  const held = new Set<IncomingMessage>();
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const upstream = request(
      { host: '127.0.0.1', port: serverPort, path: incoming.url, method: incoming.method, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    upstream.on('error', () => incoming.socket.destroy());
    incoming.pipe(upstream);
  };
  const server = createServer((incoming, outgoing) => {
    if (isCut) return void incoming.socket.destroy();
    const url = incoming.url ?? '';
    const part = /\/offline\/blobs\/([0-9a-f]{64})\/(\d+)/.exec(url);
    if (incoming.method === 'PUT' && part) {
      if (left <= 0) {
        held.add(incoming);
        outgoing.on('close', () => held.delete(incoming));
        return void incoming.resume();
      }
      left -= 1;
      seen.push(`${part[1]?.slice(0, 8)} ${part[2]}`);
    } else if (url.includes('/offline/ops')) seen.push('ops');
    return forward(incoming, outgoing);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const dropAll = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    address: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    seen,
    cut() {
      isCut = true;
      dropAll();
    },
    let(parts) {
      isCut = false;
      left = parts;
      // What hung is broken off: it is tried again.
      for (const incoming of held) incoming.socket.destroy();
    },
    isHolding: () => held.size > 0,
    close: async () => {
      dropAll();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
