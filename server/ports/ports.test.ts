import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTcp, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOutgoing } from './outgoing.ts';
import { openPorts } from './ports.ts';
import type { SmsAccount } from './sms.ts';
import type { Mailbox } from './mail.ts';
import type { PartnerAccount } from './partner.ts';

const dir = mkdtempSync(join(tmpdir(), 'accession-sent-'));
const ports = openPorts(dir, openOutgoing({ allow: '127.0.0.1' }));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const lines = (name: string): any[] =>
  readFileSync(join(dir, `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const secret = 'pa$$ 字';
const listening = (server: Server): Promise<number> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));

describe('sms', () => {
  const got: { type: string; body: string }[] = [];
  let says = { status: 200, text: '{"code":"0"}' };
  const provider = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => (body += piece));
    request.on('end', () => {
      got.push({ type: String(request.headers['content-type']), body });
      if (says.status === 0) return void request.socket.destroy();
      if (says.status === 302) response.setHeader('location', '/elsewhere');
      response.writeHead(says.status).end(says.text);
    });
  });
  let url = '';
  beforeAll(async () => {
    url = `http://127.0.0.1:${await listening(provider)}/send`;
  });
  afterAll(() => void provider.close());
  const account = (more: Partial<SmsAccount> = {}): SmsAccount => ({
    url,
    isJson: false,
    userName: 'lab',
    password: secret,
    appkey: null,
    resourcesName: null,
    signature: '某检验所',
    successText: null,
    ...more,
  });
  const message = { telephone: '13800000000', content: '您的报告已出' };

  describe.each([
    ['a provider', {}, () => Object.fromEntries(new URLSearchParams(got.at(-1)?.body))],
    ['a provider that wants JSON', { isJson: true }, () => JSON.parse(got.at(-1)?.body ?? '')],
    ['the stand-in', { url: 'local' }, () => lines('sms').at(-1)],
  ] as const)('%s', (_name, more, last) => {
    it('gets the signed text for that number, and its word comes back without our secrets', async () => {
      says = { status: 200, text: `{"code":"0","msg":"taken with ${secret}","echo":"somebody else's 10.0.0.7"}` };
      const answer = await ports.sms.send(account(more), { ...message, id: '77' });
      expect(answer).toMatchObject({ isAccepted: true, status: 200, text: expect.any(String), milliseconds: expect.any(Number), isUnknown: false });
      expect(answer.text).not.toContain(secret);
      expect(answer.text).not.toContain('10.0.0.7');
      expect(last()).toMatchObject({ messageId: '77', telephone: '13800000000', content: '【某检验所】您的报告已出' });
    });
  });

  it('is in nobody’s knowledge once it has left and no answer came', async () => {
    const before = got.length;
    says = { status: 0, text: '' };
    expect(await ports.sms.send(account(), message)).toMatchObject({ isAccepted: false, isUnknown: true, status: null });
    expect(got.length).toBe(before + 1);
    says = { status: 503, text: '' };
    expect(await ports.sms.send(account(), message)).toMatchObject({ isAccepted: false, isUnknown: false, status: 503 });
  });

  it('counts as sent only with the success mark, never through a redirect, and says why nobody was reached', async () => {
    says = { status: 200, text: '{"code":"7","msg":"余额不足"}' };
    expect(await ports.sms.send(account({ successText: '"code":"0"' }), message)).toMatchObject({ isAccepted: false, status: 200, text: '余额不足' });
    says = { status: 500, text: 'down' };
    expect(await ports.sms.send(account(), message)).toMatchObject({ isAccepted: false, status: 500, text: '' });
    says = { status: 302, text: '' };
    const before = got.length;
    expect(await ports.sms.send(account(), message)).toMatchObject({ isAccepted: false, status: 302, text: '' });
    expect(got.length).toBe(before + 1);
    const dead = await ports.sms.send(account({ url: 'http://127.0.0.1:1/' }), message);
    expect(dead).toMatchObject({ isAccepted: false, isUnknown: false, status: null });
    expect(dead.text).toBe('ECONNREFUSED');
  });
});

describe('mail', () => {
  const said: string[] = [];
  let mechanism = 'PLAIN LOGIN';
  let refusesRecipient = false;
  /** A mail server as small as can be: enough to hear what it is told. */
  const server = createTcp((socket: Socket) => {
    let isData = false;
    let asked = 0;
    let text = '';
    socket.write('220 mail.example\r\n');
    socket.on('error', () => {});
    socket.on('data', (piece) => {
      text += piece.toString();
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        said.push(line);
        if (isData) {
          if (line !== '.') continue;
          isData = false;
          socket.write('250 queued as 42\r\n');
        } else if (line.startsWith('EHLO')) socket.write(`250-mail.example\r\n250-AUTH ${mechanism}\r\n250 8BITMIME\r\n`);
        else if (line === 'AUTH LOGIN') socket.write(((asked = 2), '334 VXNlcg==\r\n'));
        else if (asked > 0) socket.write(--asked > 0 ? '334 UGFzcw==\r\n' : '235 in\r\n');
        else if (line.startsWith('AUTH PLAIN')) socket.write('235 in\r\n');
        else if (line.startsWith('RCPT') && (refusesRecipient || line.includes('gone@'))) socket.write('550 no such user\r\n');
        else if (line === 'DATA') socket.write(((isData = true), '354 go on\r\n'));
        else if (line === 'STARTTLS') socket.write('502 not here\r\n');
        else if (line === 'QUIT') socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
  });
  let port = 0;
  beforeAll(async () => {
    port = await listening(server);
  });
  afterAll(() => void server.close());
  const mailbox = (more: Partial<Mailbox> = {}): Mailbox => ({
    host: '127.0.0.1',
    port,
    security: 'plain',
    account: 'lab@example.com',
    password: secret,
    email: 'lab@example.com',
    senderName: '报告组',
    ...more,
  });
  const subject = '您的检测报告已经出具, 请登录系统查看并下载(2026年11月)';
  const mail = { to: ['zhang@example.com'], subject, text: '.第一行\n第二行' };
  const smtpHeard = () => {
    const whole = said.join('\n');
    const piece = (pattern: RegExp): string => Buffer.from(pattern.exec(whole)?.[1]?.replace(/\s/g, '') ?? '', 'base64').toString();
    const words = [...(/Subject: ((?:.*\n )*.*)/.exec(whole)?.[1] ?? '').matchAll(/=\?UTF-8\?B\?([^?]*)\?=/g)];
    return {
      to: [/RCPT TO:<(.*)>/.exec(whole)?.[1]],
      subject: words.map(([, part]) => Buffer.from(part ?? '', 'base64').toString()).join(''),
      text: piece(/\n\n([\s\S]*?)\n\.(\n|$)/),
    };
  };

  describe.each([
    ['a mail server', {}, smtpHeard],
    ['the stand-in', { host: 'local' }, () => lines('mail').at(-1)],
  ] as const)('%s', (_name, more, last) => {
    it('gets the mail, and its word comes back', async () => {
      said.length = 0;
      expect(await ports.mail.send(mailbox(more), mail)).toMatchObject({ isAccepted: true, status: 250, text: expect.any(String) });
      expect(last()).toMatchObject(mail);
    });
  });

  it('signs in the way the server offers, and shows what it refuses', async () => {
    said.length = 0;
    await ports.mail.send(mailbox(), mail);
    expect(said.find((line) => line.startsWith('AUTH PLAIN'))).toBe(`AUTH PLAIN ${Buffer.from(`\0lab@example.com\0${secret}`).toString('base64')}`);
    mechanism = 'LOGIN';
    refusesRecipient = true;
    said.length = 0;
    expect(await ports.mail.send(mailbox(), mail)).toMatchObject({ isAccepted: false, status: 550, text: '550 no such user' });
    expect(said).toContain(Buffer.from(secret).toString('base64'));
    refusesRecipient = false;
  });

  it('names the recipient that was refused where others were not', async () => {
    const answer = await ports.mail.send(mailbox(), { ...mail, to: ['zhang@example.com', 'gone@example.com'] });
    expect(answer).toMatchObject({ isAccepted: false, status: 550, text: 'gone@example.com: 550 no such user' });
  });

  it('sends no password where STARTTLS was asked for and is not to be had', async () => {
    said.length = 0;
    expect(await ports.mail.send(mailbox({ security: 'startTls' }), mail)).toMatchObject({ isAccepted: false });
    expect(said.some((line) => line.startsWith('AUTH'))).toBe(false);
    expect(await ports.mail.send(mailbox({ port: 1 }), mail)).toMatchObject({ isAccepted: false, status: null });
  });
});

describe('partner', () => {
  const got: { readonly key: string; readonly body: string }[] = [];
  let says = { status: 200, text: '' };
  const third = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => (body += piece));
    request.on('end', () => {
      got.push({ key: String(request.headers['idempotency-key']), body });
      if (says.status === 0) return void request.socket.destroy();
      response.writeHead(says.status).end(says.text);
    });
  });
  let url = '';
  beforeAll(async () => {
    url = `http://127.0.0.1:${await listening(third)}/results`;
  });
  afterAll(() => void third.close());
  const account = (more: Partial<PartnerAccount> = {}): PartnerAccount => ({
    url,
    isJson: true,
    authKind: 'hmac',
    appKey: 'x-key',
    appSecret: secret,
    timeoutSeconds: 5,
    ...more,
  });
  const message = { key: 'result.7', operation: 'resultPush', body: '{"pushKind":"result","sampleCode":"S1"}', timestamp: 1_763_827_200, nonce: 'n' };

  it.each([
    ['a third party', {}, () => got.at(-1)],
    ['the stand-in', { url: 'local' }, () => lines('partner').at(-1)],
  ] as const)('%s gets the message under its key, and its answer comes back without our secrets', async (_name, more, last) => {
    says = { status: 200, text: `{"msg":"taken with ${secret}"}` };
    const answer = await ports.partner.send(account(more), message);
    expect(answer).toMatchObject({ status: 200, isUnknown: false, text: expect.any(String), milliseconds: expect.any(Number) });
    expect(answer.text).not.toContain(secret);
    expect(last()).toMatchObject({ key: message.key, body: message.body });
  });

  it('says what the third party said, that it said nothing, and that it was not there', async () => {
    says = { status: 422, text: 'no' };
    expect(await ports.partner.send(account(), message)).toMatchObject({ status: 422, text: 'no', isUnknown: false });
    says = { status: 0, text: '' };
    expect(await ports.partner.send(account(), message)).toMatchObject({ status: null, isUnknown: true });
    expect(await ports.partner.send(account({ url: 'http://127.0.0.1:1/' }), message)).toMatchObject({ status: null, isUnknown: false });
  });
});
