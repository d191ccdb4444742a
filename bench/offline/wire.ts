import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** pass: after half the round trip each way. refuse: connections are reset. blackHole: taken, never answered. */
export type WireState = 'pass' | 'refuse' | 'blackHole';
/**
 * What becomes of the requests it is meant for, all others pass. A status: answered so without asking the server.
 * silent: swallowed, never answered. cutAfterApply: the server gets and does it, the answer is lost.
 */
export type Fault = 'none' | 'silent' | 'cutAfterApply' | '500' | '401' | '403' | '409' | '422';

/** One HTTP request as it went over the wire. Times: performance.now() of this process, ms. */
export interface WireRequest {
  readonly line: string;
  /** When its first byte came from the browser. */
  readonly at: number;
  /** When the last byte of its answer, so far, went to the browser. */
  endedAt: number | null;
  /** True while its connection stands and nothing of an answer has come. */
  isOpen: boolean;
  /** Bytes on the wire, headers included. */
  up: number;
  down: number;
}

export interface Wire {
  readonly address: string;
  readonly requests: readonly WireRequest[];
  set(state: WireState): void;
  fault(fault: Fault, isMeant?: (line: string) => boolean): void;
  /** Round trip from now on, ms. A new connection costs one of its own, as a handshake does. */
  setRoundTrip(ms: number): void;
  clear(): void;
  close(): Promise<void>;
}

const head = /^(GET|POST|PUT|HEAD|DELETE|OPTIONS) (\S+) HTTP\//;
// A CouchDB words its refusals so, our server otherwise; the rest looks at the status alone.
const errors: Readonly<Record<string, string>> = { 401: 'unauthorized', 403: 'forbidden', 409: 'conflict' };

/** A cable between browser and server: TCP, slow as asked, cut for real (the page still believes it is online), every byte counted. */
export async function openWire(serverPort: number): Promise<Wire> {
  let state: WireState = 'pass';
  let fault: Fault = 'none';
  let isMeant: (line: string) => boolean = () => true;
  let roundTripMs = 0;
  const requests: WireRequest[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((browser) => {
    keep(browser);
    if (state === 'refuse') return void browser.destroy();
    if (state === 'blackHole') return void browser.resume();
    const upstream = connect(serverPort, '127.0.0.1');
    keep(upstream);
    let current: WireRequest | null = null;
    let suffered: Fault = 'none';
    // Each direction keeps its order: a piece waits for the one before it.
    let up: Promise<unknown> = wait(roundTripMs);
    let down: Promise<unknown> = Promise.resolve();
    browser.on('data', (piece) => {
      const line = head
        .exec(piece.toString('latin1', 0, 400))
        ?.slice(1, 3)
        .join(' ');
      if (line) {
        current = { line, at: performance.now(), endedAt: null, isOpen: true, up: 0, down: 0 };
        requests.push(current);
        suffered = isMeant(line) ? fault : 'none';
        if (suffered !== 'none' && suffered !== 'cutAfterApply' && suffered !== 'silent') answer(browser, suffered);
      }
      if (current) current.up += piece.length;
      if (suffered !== 'none' && suffered !== 'cutAfterApply') return;
      const arriving = wait(roundTripMs / 2);
      up = up.then(() => arriving).then(() => upstream.writable && upstream.write(piece));
    });
    upstream.on('data', (piece) => {
      if (suffered === 'cutAfterApply') return void browser.destroy();
      const answered = current;
      const arriving = wait(roundTripMs / 2);
      down = down
        .then(() => arriving)
        .then(() => {
          if (!browser.writable) return;
          browser.write(piece);
          if (!answered) return;
          answered.down += piece.length;
          answered.endedAt = performance.now();
          answered.isOpen = false;
        });
    });
    browser.on('close', () => {
      upstream.destroy();
      if (current) current.isOpen = false;
    });
    upstream.on('close', () => void down.then(() => browser.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    address: `http://127.0.0.1:${port}`,
    requests,
    set(next) {
      state = next;
      if (next !== 'pass') for (const socket of sockets) socket.destroy();
    },
    fault(next, meant = () => true) {
      fault = next;
      isMeant = meant;
    },
    setRoundTrip: (ms) => void (roundTripMs = ms),
    clear: () => void (requests.length = 0),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** As a server or a gate before it would; the rest of the request is still taken in. */
function answer(browser: Socket, status: string): void {
  const body = JSON.stringify({ code: Number(status), success: false, data: null, msg: 'bench', error: errors[status] ?? 'error', reason: 'bench' });
  const heads = [`HTTP/1.1 ${status} Bench`, 'content-type: application/json', `content-length: ${Buffer.byteLength(body)}`, 'connection: close'];
  setTimeout(() => browser.writable && browser.end(`${heads.join('\r\n')}\r\n\r\n${body}`), 20);
}
