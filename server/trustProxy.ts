/** Whose word counts for a caller's address, host and scheme: these addresses', or by how many hops away they are. */
export type TrustedProxies = string | false | ((address: string, hop: number) => boolean);

/** Ranges that go by a name, as Fastify knows them. */
const named = new Set(['loopback', 'linklocal', 'uniquelocal']);
const mostHops = 10;

/** 4 or 6; 0 for what is no address. */
function familyOf(address: string): number {
  const parts = address.split('.');
  if (parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255)) return 4;
  return /^[\da-f:.]+$/i.test(address) && URL.canParse(`http://[${address}]`) ? 6 : 0;
}

function isRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = familyOf(address);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/**
 * TRUST_PROXY: how many proxies stand in front, or their addresses and ranges; only these may say for whom they ask.
 * False where there are none. Throws for anything else: a word that trusted everybody would let everybody be anybody.
 */
export function trustedProxies(text: string | undefined): TrustedProxies {
  const given = (text ?? '').trim();
  if (given === '' || given === '0') return false;
  if (/^\d+$/.test(given) && Number(given) <= mostHops) {
    const most = Number(given);
    return (_address, hop) => hop < most;
  }
  const parts = given.split(',').map((part) => part.trim());
  if (parts.every((part) => named.has(part) || isRange(part))) return parts.join(',');
  throw new Error(`TRUST_PROXY is neither a number of proxies up to ${mostHops} nor a list of addresses (10.0.0.2, 10.1.0.0/16, loopback): ${given}`);
}
