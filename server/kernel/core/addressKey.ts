import { isIPv6 } from 'node:net';

/**
 * What counts as one address where tries are counted: whoever has an IPv6 address has all of its network (/64), and
 * an IPv4 address written as IPv6 is the same one.
 */
export function addressKey(address: string): string {
  const plain = address.split('%', 1)[0] ?? '';
  if (!isIPv6(plain)) return plain.toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain);
  if (mapped) return mapped[1] ?? plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const groups = head.split(':').filter(Boolean);
  const behind = (tail ?? '').split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - behind.length - (behind.at(-1)?.includes('.') ? 1 : 0);
  const all = [...groups, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...behind];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
