import type { Socket } from 'node:net';
import { secured, type Outgoing } from './outgoing.ts';

/** How a mail server is spoken to. */
export type MailSecurity = 'tls' | 'startTls' | 'plain';
/** A mailbox, with its secret opened. */
export interface Mailbox {
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
  readonly account: string | null;
  readonly password: string | null;
  /** The sender's address and the name before it. */
  readonly email: string;
  readonly senderName: string | null;
}

/** The server said no; `message` is what it said. */
export class SmtpRefusal extends Error {
  readonly status: number;
  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}

export interface SmtpReply {
  readonly status: number;
  readonly text: string;
}
/** A line to a mail server, greeted, secured and signed in. */
export interface SmtpLine {
  /** Sends a line and waits for its reply; throws SmtpRefusal where the status is none of those expected. */
  readonly say: (line: string, ...expected: readonly number[]) => Promise<SmtpReply>;
  readonly end: () => void;
}

const patienceMs = 20_000;
/** Of a reply that does not end. */
const longestReply = 64_000;
const ourName = 'accession.localhost';

/** Replies of a connection, one after another; a fault of the line fails whoever waits. */
function replies(socket: Socket): () => Promise<SmtpReply> {
  let text = '';
  const ready: SmtpReply[] = [];
  let waiting: { readonly resolve: (reply: SmtpReply) => void; readonly reject: (error: Error) => void } | null = null;
  let broken: Error | null = null;
  const fail = (error: Error): void => {
    broken ??= error;
    waiting?.reject(broken);
    waiting = null;
  };
  socket.setTimeout(patienceMs, () => socket.destroy(Object.assign(new Error(`no answer within ${patienceMs / 1000} s`), { code: 'ETIMEDOUT' })));
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the server hung up')));
  socket.on('data', (piece: Buffer) => {
    text += piece.toString('utf8');
    if (text.length > longestReply) socket.destroy(new Error('the server says too much'));
    // The last line of a reply has a blank behind its number, the others a dash.
    for (let found = /^(?:\d{3}-.*\r?\n)*(\d{3})(?: .*)?\r?\n/.exec(text); found; found = /^(?:\d{3}-.*\r?\n)*(\d{3})(?: .*)?\r?\n/.exec(text)) {
      const reply = { status: Number(found[1]), text: found[0].trim() };
      text = text.slice(found[0].length);
      if (waiting) waiting.resolve(reply);
      else ready.push(reply);
      waiting = null;
    }
  });
  return () =>
    new Promise((resolve, reject) => {
      const first = ready.shift();
      if (first) resolve(first);
      else if (broken) reject(broken);
      else waiting = { resolve, reject };
    });
}

/** Opens a line to the mailbox's server. A mailbox that says STARTTLS gets it or nothing: a password never goes over a bare line by mistake. */
export async function openSmtp({ open }: Outgoing, { host, port, security, account, password }: Mailbox): Promise<SmtpLine> {
  let socket = await open({ host, port, isTls: security === 'tls' });
  let next = replies(socket);
  const expect = async (expected: readonly number[]): Promise<SmtpReply> => {
    const reply = await next();
    if (!expected.includes(reply.status)) throw new SmtpRefusal(reply.status, reply.text);
    return reply;
  };
  const say: SmtpLine['say'] = (line, ...expected) => {
    socket.write(`${line}\r\n`);
    return expect(expected);
  };
  const end = (): void => {
    socket.end('QUIT\r\n');
    socket.destroySoon();
  };
  try {
    await expect([220]);
    let offered = await say(`EHLO ${ourName}`, 250);
    if (security === 'startTls') {
      await say('STARTTLS', 220);
      socket.removeAllListeners();
      socket = await secured(socket, host);
      next = replies(socket);
      offered = await say(`EHLO ${ourName}`, 250);
    }
    if (account && password) {
      const mechanisms = /^250[ -]AUTH[ =](.*)$/im.exec(offered.text)?.[1]?.toUpperCase() ?? '';
      if (mechanisms.includes('PLAIN') || !mechanisms.includes('LOGIN')) {
        await say(`AUTH PLAIN ${Buffer.from(`\0${account}\0${password}`).toString('base64')}`, 235);
      } else {
        await say('AUTH LOGIN', 334);
        await say(Buffer.from(account).toString('base64'), 334);
        await say(Buffer.from(password).toString('base64'), 235);
      }
    }
    return { say, end };
  } catch (error) {
    end();
    throw error;
  }
}
