import { BlockList, isIP, isIPv4 } from 'node:net';
import { plainAddress } from './innerAddress.ts';

const partsOf = (text: string): readonly string[] => text.split(/[,，\s]+/).filter(Boolean);
function rangeOf(part: string): { readonly address: string; readonly bits: number } | null {
  const [, address = '', bits = ''] = /^([\da-f.:]+?)(?:\/(\d{1,3}))?$/i.exec(part) ?? [];
  if (!isIP(address)) return null;
  const most = isIPv4(address) ? 32 : 128;
  const asked = bits === '' ? most : Number(bits);
  return asked <= most ? { address, bits: asked } : null;
}

/** The first part of a list that is no address and no range; '' where all are. */
export const addressesFault = (text: string): string => partsOf(text).find((part) => !rangeOf(part)) ?? '';

/** True where an address stands in a list of addresses and ranges; any does where the list is empty. */
export function isAllowedAddress(text: string, address: string): boolean {
  const parts = partsOf(text);
  if (parts.length === 0) return true;
  const plain = plainAddress(address);
  if (!isIP(plain)) return false;
  const allowed = new BlockList();
  for (const part of parts) {
    const range = rangeOf(part);
    if (range) allowed.addSubnet(range.address, range.bits, isIPv4(range.address) ? 'ipv4' : 'ipv6');
  }
  return allowed.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
}
