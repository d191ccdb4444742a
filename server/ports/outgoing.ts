import { lookup } from 'node:dns';
import { request } from 'node:http';
import { BlockList, connect, isIP, isIPv4, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { isInnerAddress, plainAddress } from './innerAddress.ts';

/** Where a connection is to lead. */
export interface Destination {
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
}
export interface Asked {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}
export interface Reply {
  readonly status: number;
  /** Cut where it is longer than anybody reads. */
  readonly text: string;
  readonly isCut: boolean;
}

/** The one way out: everything this server asks of another goes through it. */
export interface Outgoing {
  /** A connected socket to an address that may be reached. Throws OutgoingRefusal where it may not. */
  readonly open: (to: Destination) => Promise<Socket>;
  /** Asks an http or https address and reads the answer; a redirect is an answer and is not followed. */
  readonly ask: (address: string, asked?: Asked) => Promise<Reply>;
}

/** The address leads into a network that is not the open internet, and no exception is made for it. */
export class OutgoingRefusal extends Error {
  readonly code = 'EINTERNAL';
  constructor(host: string) {
    super(`内部地址, 未在 OUTGOING_ALLOW 中放行 / an internal address that OUTGOING_ALLOW does not open: ${host}`);
  }
}

const unanswered = new WeakSet<object>();
/** True of a failure after the request had left: whether the other side has it nobody here knows. */
export const isUnanswered = (error: unknown): boolean => typeof error === 'object' && error !== null && unanswered.has(error);

const longestReply = 100_000;

/** Exceptions of an installation: names, addresses and ranges, each with a port where it is meant for that alone. */
interface Allowed {
  readonly hosts: ReadonlySet<string>;
  readonly ranges: BlockList;
}

/** `sms.lan, 10.1.2.3:8080, 192.168.7.0/24, [fd00::7]`. Throws for what is none of it. */
function readAllowed(text: string): Allowed {
  const hosts = new Set<string>();
  const ranges = new BlockList();
  for (const part of text.split(/[,\s]+/).filter(Boolean)) {
    const [, range = '', bits = ''] = /^([\da-f.:]+)\/(\d{1,3})$/i.exec(part) ?? [];
    if (range && isIP(range) && Number(bits) <= (isIPv4(range) ? 32 : 128)) ranges.addSubnet(range, Number(bits), isIPv4(range) ? 'ipv4' : 'ipv6');
    else if (isIP(part) || /^(\[[\da-f:.]+\]|[a-z\d][a-z\d.-]*)(:\d{1,5})?$/i.test(part)) hosts.add(spelled(part));
    else throw new Error(`OUTGOING_ALLOW: no host, address or range: ${part}`);
  }
  return { hosts, ranges };
}

const spelled = (host: string): string => (isIP(host) ? plainAddress(host) : host.toLowerCase());

export interface OutgoingOptions {
  /** OUTGOING_ALLOW. */
  readonly allow?: string | undefined;
  /** Names under which this product is reached itself: nobody is asked there, wherever they lead. */
  readonly ownHosts?: readonly string[];
  /** How names become addresses; the machine's own way unless a test says otherwise. */
  readonly resolve?: typeof lookup;
  /** How long an answer is waited for; 15 s unless a test says otherwise. */
  readonly patienceMs?: number;
}

export function openOutgoing({ allow = '', ownHosts = [], resolve = lookup, patienceMs = 15_000 }: OutgoingOptions = {}): Outgoing {
  const { hosts, ranges } = readAllowed(allow);
  const own = new Set(ownHosts.map(spelled));
  const isNamed = (host: string, port: number): boolean => {
    const plain = plainAddress(host.toLowerCase());
    return [plain, `[${plain}]`].some((one) => hosts.has(one) || hosts.has(`${one}:${port}`));
  };
  const mayReach = (address: string, host: string, port: number): boolean => {
    const plain = plainAddress(address);
    if (!isInnerAddress(plain)) return true;
    return isNamed(host, port) || isNamed(plain, port) || ranges.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
  };

  async function open({ host: given, port, isTls }: Destination): Promise<Socket> {
    const host = given.replace(/^\[|\]$/g, '');
    // What is connected to is what was judged: the name is looked up once, here.
    const judged: LookupFunction = (name, options, done) =>
      resolve(name, { ...options, all: true }, (error, found) => {
        if (error) return done(error, '');
        const open = found.filter(({ address }) => mayReach(address, host, port));
        const [first] = open;
        if (!first || open.length < found.length) return done(new OutgoingRefusal(host), '');
        return options.all ? done(null, open) : done(null, first.address, first.family);
      });
    if ((own.has(spelled(host)) && !isNamed(host, port)) || (isIP(host) && !mayReach(host, host, port))) throw new OutgoingRefusal(host);
    const socket = connect({ host, port, lookup: judged });
    const stop = setTimeout(() => socket.destroy(timedOut(patienceMs)), patienceMs);
    try {
      await happened(socket, 'connect');
      // Once more where it really leads, before a byte is sent.
      if (!mayReach(socket.remoteAddress ?? '', host, port)) throw new OutgoingRefusal(host);
      return isTls ? await secured(socket, host) : socket;
    } catch (error) {
      socket.destroy();
      throw error;
    } finally {
      clearTimeout(stop);
    }
  }

  async function ask(address: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Reply> {
    const url = new URL(address);
    const isTls = url.protocol === 'https:';
    if (!isTls && url.protocol !== 'http:') throw new TypeError(`no address of http: ${url.protocol}`);
    const socket = await open({ host: url.hostname, port: Number(url.port || (isTls ? 443 : 80)), isTls });
    return new Promise((resolved, failed) => {
      const sent = request({
        createConnection: () => socket,
        method,
        path: `${url.pathname}${url.search}`,
        headers: {
          host: url.host,
          accept: 'application/json',
          'accept-encoding': 'identity',
          'user-agent': 'accession',
          connection: 'close',
          ...headers,
          ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        },
      });
      const stop = setTimeout(() => sent.destroy(timedOut(patienceMs)), patienceMs);
      const lost = (error: Error): void => {
        unanswered.add(error);
        failed(error);
      };
      sent.on('close', () => clearTimeout(stop));
      sent.on('error', lost);
      sent.on('response', (answer) => {
        const parts: Buffer[] = [];
        let size = 0;
        const end = (): void =>
          resolved({
            status: answer.statusCode ?? 0,
            text: Buffer.concat(parts).toString('utf8').slice(0, longestReply),
            isCut: size > longestReply,
          });
        answer.on('error', lost);
        answer.on('end', end);
        answer.on('data', (part: Buffer) => {
          parts.push(part);
          size += part.length;
          if (size <= longestReply) return;
          end();
          sent.destroy();
        });
      });
      sent.end(body);
    });
  }
  return { open, ask };
}

/** The same connection, sealed; its certificate must be of `host`. */
export async function secured(socket: Socket, host: string): Promise<Socket> {
  const secure = connectTls({ socket, host, ...(isIP(host) ? {} : { servername: host }) });
  await happened(secure, 'secureConnect');
  return secure;
}

const timedOut = (patienceMs: number): Error => Object.assign(new Error(`no answer within ${patienceMs / 1000} s`), { code: 'ETIMEDOUT' });

function happened(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolved, failed) => {
    socket.once(event, resolved);
    socket.once('error', failed);
    socket.once('close', () => failed(new Error('the server hung up')));
  });
}
