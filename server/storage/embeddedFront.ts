import { createServer, type Server, type Socket } from 'node:net';

/** The one session underneath: takes whole protocol messages, hands the answer out in pieces. */
export interface Engine {
  readonly run: (messages: Uint8Array, onAnswer: (piece: Uint8Array) => void) => Promise<void>;
}

interface Visitor {
  readonly socket: Socket;
  pending: Buffer;
  hasStarted: boolean;
  isGone: boolean;
  /** It can wait: others' turns come before its own. */
  canWait: boolean;
}
interface Turn {
  readonly visitor: Visitor;
  readonly messages: Buffer;
}

/** The `application_name` of connections that can wait. */
export const canWaitName = 'accession-lists';
/** After so many turns of others in a row one that can wait has one: it waits, but not for ever. */
const turnsBeforeWaiting = 50;
/** Answers are held back until their turns are done, but never more than this. */
const maxHeldBytes = 256 * 1024;
const protocolVersion = 196_608;
const sslRequest = 80_877_103;
const gssRequest = 80_877_104;
const letter = { query: 0x51, sync: 0x53, flush: 0x48, functionCall: 0x46, terminate: 0x58, ready: 0x5a };

/**
 * PostgreSQL's wire in front of the embedded engine's single session, for many connections at once.
 *
 * A connection has the session for one whole turn: up to and including Query or Sync, and on until its transaction
 * has ended. (The front that ships with the engine hands over message by message: after an error the engine skips
 * until Sync, and then skips or answers other connections' messages: wrong rows, without an error. The test
 * `embeddedFront.test.ts` keeps us from going back.)
 *
 * A holder that says nothing for `idleMs` inside a transaction while others wait is rolled back and cut off.
 */
export class EmbeddedFront {
  readonly #engine: Engine;
  readonly #server: Server;
  readonly #idleMs: number;
  readonly #visitors = new Set<Visitor>();
  #turns: Turn[] = [];
  #holder: Visitor | null = null;
  #isBusy = false;
  #turnsPassed = 0;
  #idleTimer: NodeJS.Timeout | null = null;

  constructor(engine: Engine, { idleMs }: { idleMs: number }) {
    this.#engine = engine;
    this.#idleMs = idleMs;
    this.#server = createServer((socket) => this.#welcome(socket));
  }

  /** Starts to listen on a unix socket. */
  listen(path: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(path, resolve);
    });
  }

  /** Cuts all connections, rolling back what is open. */
  async close(): Promise<void> {
    this.#server.close();
    for (const { socket } of this.#visitors) socket.destroy();
    for (const visitor of Array.from(this.#visitors)) this.#leave(visitor);
    while (this.#isBusy) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  #welcome(socket: Socket): void {
    const visitor: Visitor = { socket, pending: Buffer.alloc(0), hasStarted: false, isGone: false, canWait: false };
    this.#visitors.add(visitor);
    socket.setNoDelay(true);
    socket.on('data', (bytes) => {
      visitor.pending = visitor.pending.length === 0 ? bytes : Buffer.concat([visitor.pending, bytes]);
      this.#read(visitor);
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#leave(visitor));
  }

  /** Cuts what has arrived into turns; what is not yet whole stays. */
  #read(visitor: Visitor): void {
    if (!visitor.hasStarted && !this.#greet(visitor)) return;
    let end = 0;
    let turnStart = 0;
    const { pending } = visitor;
    while (pending.length - end >= 5) {
      const next = end + 1 + pending.readInt32BE(end + 1);
      if (next > pending.length) break;
      const kind = pending[end];
      end = next;
      if (kind === letter.terminate) {
        visitor.socket.end();
        break;
      }
      if (kind === letter.query || kind === letter.sync || kind === letter.flush || kind === letter.functionCall) {
        this.#turns.push({ visitor, messages: pending.subarray(turnStart, end) });
        turnStart = end;
      }
    }
    visitor.pending = turnStart === 0 ? pending : pending.subarray(turnStart);
    if (turnStart > 0) void this.#work();
  }

  /** Answers the start-up itself: it must not wait for another connection's transaction. False while incomplete. */
  #greet(visitor: Visitor): boolean {
    while (visitor.pending.length >= 8) {
      const length = visitor.pending.readInt32BE(0);
      const code = visitor.pending.readInt32BE(4);
      if (visitor.pending.length < length) return false;
      const asked = visitor.pending.subarray(8, length).toString('latin1').split('\0');
      visitor.pending = visitor.pending.subarray(length);
      if (code === sslRequest || code === gssRequest) visitor.socket.write('N');
      else if (code === protocolVersion) {
        visitor.hasStarted = true;
        visitor.canWait = asked[asked.indexOf('application_name') + 1] === canWaitName;
        visitor.socket.write(greeting);
        return true;
      } else {
        // Also a cancel request: one session has nobody to cancel for another.
        visitor.socket.destroy();
        return false;
      }
    }
    return false;
  }

  async #work(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    let answered: Socket | null = null;
    try {
      for (;;) {
        // What arrived meanwhile is heard before a long statement begins.
        if (!this.#holder && this.#turns.length > 0 && this.#turns.every(({ visitor }) => visitor.canWait)) await new Promise(setImmediate);
        const turn = this.#nextTurn();
        if (!turn) break;
        // Turns that arrived together are answered together: a write a piece costs more than the statement.
        const { socket } = turn.visitor;
        if (socket !== answered) {
          answered?.uncork();
          socket.cork();
          answered = socket;
        }
        await this.#take(turn);
      }
    } finally {
      answered?.uncork();
      this.#isBusy = false;
    }
    this.#watchHolder();
  }

  #nextTurn(): Turn | undefined {
    const holder = this.#holder;
    if (!holder) return this.#turns.splice(this.#nextFree(), 1)[0];
    if (holder.isGone) return { visitor: holder, messages: rollback };
    const at = this.#turns.findIndex(({ visitor }) => visitor === holder);
    return at < 0 ? undefined : this.#turns.splice(at, 1)[0];
  }

  /** Where the turn stands that is next while nobody holds the session. */
  #nextFree(): number {
    const waiting = this.#turns.findIndex(({ visitor }) => visitor.canWait);
    const hurried = this.#turns.findIndex(({ visitor }) => !visitor.canWait);
    if (waiting < 0 || hurried < 0) return 0;
    this.#turnsPassed += 1;
    if (this.#turnsPassed <= turnsBeforeWaiting) return hurried;
    this.#turnsPassed = 0;
    return waiting;
  }

  async #take({ visitor, messages }: Turn): Promise<void> {
    const tail = Buffer.alloc(6);
    try {
      await this.#engine.run(messages, (piece) => {
        keepTail(tail, piece);
        // The piece is a window on the engine's memory: it is copied before the engine goes on.
        if (visitor.isGone) return;
        visitor.socket.write(Buffer.from(piece));
        if (visitor.socket.writableLength > maxHeldBytes) flush(visitor.socket);
      });
    } catch {
      // The engine broke, not the statement (that would be an answer): the connection learns it by being cut.
      visitor.socket.destroy();
      this.#holder = null;
      return;
    }
    const isIdle = tail[0] === letter.ready && tail[5] === 0x49;
    this.#holder = isIdle ? null : visitor;
    if (visitor.isGone && messages === rollback) this.#holder = null;
  }

  #watchHolder(): void {
    if (this.#idleTimer) clearTimeout(this.#idleTimer);
    this.#idleTimer = null;
    const holder = this.#holder;
    if (!holder) return;
    this.#idleTimer = setTimeout(() => {
      if (this.#holder === holder && this.#turns.length > 0) holder.socket.destroy();
      else this.#watchHolder();
    }, this.#idleMs);
    this.#idleTimer.unref();
  }

  #leave(visitor: Visitor): void {
    if (visitor.isGone) return;
    visitor.isGone = true;
    this.#visitors.delete(visitor);
    this.#turns = this.#turns.filter((turn) => turn.visitor !== visitor);
    void this.#work();
  }
}

/** Hands out what is held back, and goes on holding back. */
function flush(socket: Socket): void {
  socket.uncork();
  socket.cork();
}

/** The last six bytes of all that was answered: ReadyForQuery with the state of the transaction. */
function keepTail(tail: Buffer, piece: Uint8Array): void {
  if (piece.length >= 6) tail.set(piece.subarray(piece.length - 6));
  else {
    tail.copyWithin(0, piece.length);
    tail.set(piece, 6 - piece.length);
  }
}

function message(kind: string, ...parts: readonly (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : part)));
  const head = Buffer.alloc(5);
  head.write(kind, 0, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const greeting = Buffer.concat([
  message('R', Buffer.from([0, 0, 0, 0])),
  ...[
    ['server_version', '18.6'],
    ['server_encoding', 'UTF8'],
    ['client_encoding', 'UTF8'],
    ['DateStyle', 'ISO, MDY'],
    ['TimeZone', 'Asia/Shanghai'],
    ['integer_datetimes', 'on'],
    ['standard_conforming_strings', 'on'],
  ].map(([key, value]) => message('S', key!, value!)),
  message('K', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1])),
  message('Z', Buffer.from('I')),
]);
/** Sync first: an unfinished turn may have left the engine skipping. */
const rollback = Buffer.concat([message('S'), message('Q', 'ROLLBACK')]);
