import { BlockList, isIP, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Ranges that are not the open internet (IANA's special-purpose registries), and the clouds' addresses of their own machines. */
const innerV4: readonly (readonly [address: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** Of IPv6 only 2000::/3 is given out; within it what carries another address, or is for examples. */
const innerV6: readonly (readonly [address: string, bits: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];
const v4 = new BlockList();
for (const [address, bits] of innerV4) v4.addSubnet(address, bits, 'ipv4');
const v6 = new BlockList();
for (const [address, bits] of innerV6) v6.addSubnet(address, bits, 'ipv6');
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

/** The IPv4 address that an IPv6 one stands for (`::ffff:10.0.0.1`); an address as it is otherwise, without its zone. */
export function plainAddress(address: string): string {
  const bare = address.replace(/^\[|\]$|%.*$/g, '');
  if (!isIPv6(bare)) return bare;
  // One spelling: `::ffff:a00:1` is `::ffff:10.0.0.1`.
  const spelled = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const found = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(spelled);
  if (!found) return spelled;
  const [high, low] = [Number.parseInt(found[1]!, 16), Number.parseInt(found[2]!, 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** True for an address that is not the open internet's, or this machine's own. What is no address is none of the internet's. */
export function isInnerAddress(address: string): boolean {
  const plain = plainAddress(address);
  const family = isIP(plain);
  if (family === 0) return true;
  if (isOwn(plain)) return true;
  return family === 4 ? v4.check(plain, 'ipv4') : !global.check(plain, 'ipv6') || v6.check(plain, 'ipv6');
}

/** Also a public address leads home where this machine has it. */
function isOwn(plain: string): boolean {
  return Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => plainAddress(address) === plain));
}
