import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isInnerAddress } from './innerAddress.ts';
import { openOutgoing, OutgoingRefusal, type OutgoingOptions } from './outgoing.ts';

describe('an address', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '127.9.9.9',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '::ffff:169.254.169.254',
    '::127.0.0.1',
    '64:ff9b::a00:1',
    '64:ff9b:1::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fec0::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:a00:1::',
    '100::1',
    '3fff::1',
    '5f00::1',
    'no address',
    '',
  ])('%s is not the open internet’s', (address) => expect(isInnerAddress(address)).toBe(true));

  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '192.169.0.1',
    '223.5.5.5',
    '::ffff:8.8.8.8',
    '2400:3200::1',
  ])('%s is', (address) => expect(isInnerAddress(address)).toBe(false));

  it('that this machine has is its own', () => {
    const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    expect(own.length).toBeGreaterThan(0);
    for (const { address } of own) expect(isInnerAddress(address), address).toBe(true);
  });
});

describe('asking another house', () => {
  let served = 0;
  let location = '';
  const server: Server = createServer((request, response) => {
    served += 1;
    if (request.url === '/away') return response.writeHead(302, { location }).end();
    if (request.url === '/endless') {
      const more = setInterval(() => response.write('x'.repeat(50_000)), 1);
      return void response.on('close', () => clearInterval(more));
    }
    return response.writeHead(200).end(`${request.method} ${request.headers.host}`);
  });
  let port = 0;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const refused = async (address: string, options: OutgoingOptions = {}): Promise<void> => {
    const before = served;
    await expect(openOutgoing(options).ask(address), address).rejects.toBeInstanceOf(OutgoingRefusal);
    expect(served, address).toBe(before);
  };
  /** Names that lead where the test says, one answer after another. */
  function leadingTo(...answers: readonly (readonly string[])[]): { resolve: NonNullable<OutgoingOptions['resolve']>; asked: () => number } {
    let asked = 0;
    const resolve = (_name: string, _options: LookupAllOptions, done: (error: null, found: LookupAddress[]) => void): void => {
      const found = answers[Math.min(asked, answers.length - 1)] ?? [];
      asked += 1;
      done(
        null,
        found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    };
    return { resolve: resolve as unknown as NonNullable<OutgoingOptions['resolve']>, asked: () => asked };
  }

  it('is refused inside, however it is spelled', async () => {
    for (const host of [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      'localhost',
      '0.0.0.0',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::]',
    ])
      await refused(`http://${host}:${port}/`);
    await refused('http://169.254.169.254/latest/meta-data/');
    await expect(openOutgoing().ask('file:///etc/passwd')).rejects.toBeInstanceOf(TypeError);
  });

  it('is refused where any address behind a name lies inside, and is not looked up twice', async () => {
    for (const inner of ['127.0.0.1', '10.0.0.1', '::1', '::ffff:192.168.0.1', 'fd00::1']) {
      await refused(`http://name.example:${port}/`, { resolve: leadingTo([inner]).resolve });
      await refused(`http://name.example:${port}/`, { resolve: leadingTo(['8.8.8.8', inner]).resolve });
    }
    // A name that leads elsewhere when it is asked again: what was judged is what is connected to.
    const { resolve, asked } = leadingTo(['127.0.0.2'], ['127.0.0.1']);
    const { status } = await openOutgoing({ allow: '127.0.0.2/32', resolve }).ask(`http://name.example:${port}/`);
    expect([status, asked()]).toEqual([200, 1]);
    await refused(`http://name.example:${port}/`, { allow: '127.0.0.2/32', resolve });
  });

  it('is opened by name, address or range, for one port or all', async () => {
    for (const allow of ['127.0.0.1', `127.0.0.1:${port}`, '127.0.0.0/8', `10.0.0.0/8, 127.0.0.1`])
      expect((await openOutgoing({ allow }).ask(`http://127.0.0.1:${port}/`)).text).toBe(`GET 127.0.0.1:${port}`);
    const { resolve } = leadingTo(['127.0.0.1']);
    for (const allow of ['sms.lan', `SMS.lan:${port}`])
      expect((await openOutgoing({ allow, resolve }).ask(`http://sms.lan:${port}/`, { method: 'POST', body: 'x' })).text).toBe(
        `POST sms.lan:${port}`,
      );
    for (const allow of ['127.0.0.1:1', '127.0.0.2', '10.0.0.0/8', 'lan']) await refused(`http://127.0.0.1:${port}/`, { allow });
    await refused(`http://other.lan:${port}/`, { allow: 'sms.lan', resolve });
    for (const allow of ['http://x', '10.0.0.0/33', '*', '300.1.1.1/8']) expect(() => openOutgoing({ allow }), allow).toThrow('OUTGOING_ALLOW');
  });

  it('never comes back to this product by its own name', async () => {
    const { resolve } = leadingTo(['8.8.8.8']);
    await refused('https://Lims.Example/api', { ownHosts: ['lims.example'], resolve });
  });

  it('follows no redirect, and reads no more than anybody shows', async () => {
    const { ask } = openOutgoing({ allow: `127.0.0.1:${port}` });
    location = `http://127.0.0.2:${port}/`;
    const before = served;
    expect(await ask(`http://127.0.0.1:${port}/away`)).toEqual({ status: 302, text: '', isCut: false });
    expect(served).toBe(before + 1);
    const endless = await ask(`http://127.0.0.1:${port}/endless`);
    expect([endless.text.length, endless.isCut]).toEqual([100_000, true]);
  });
});
