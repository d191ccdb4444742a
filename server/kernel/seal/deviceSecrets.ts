import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Database } from '#server/storage/database.ts';
import { claimKey } from './claimKey.ts';
import { keepSecretBytes } from './secrets.ts';

/** A credential's claim: which device of which tenant, and of which generation (raised when the device is revoked). */
export interface DeviceClaim {
  readonly tenantId: string;
  readonly deviceId: string;
  readonly generation: number;
}

/** What is derived for a desk from one secret of the installation; nothing secret is kept per device. */
export interface DeviceSecrets {
  /** A person's key on a device for their own view of what waits there, 32 bytes, base64url; always the same. */
  readonly dataKey: (tenantId: string, deviceId: string, userId: string) => string;
  readonly credential: (claim: DeviceClaim) => string;
  /** What a credential claims; null where it is not ours. Whether its generation still counts is the table's to say. */
  readonly claimOf: (credential: string) => DeviceClaim | null;
  /** What proves a desk at a registration alone; no credential. */
  readonly joinMark: (claim: DeviceClaim) => string;
  readonly claimOfJoinMark: (joinMark: string) => DeviceClaim | null;
}

const secretSetting = 'offline.deviceSecret';
/** In no tenant's and no device's id. */
const between = '~';

/** Reads the installation's secret, making it at the first start. */
export async function loadDeviceSecrets(database: Database): Promise<DeviceSecrets> {
  await claimKey(database);
  const secret = await keepSecretBytes(database.orm, secretSetting);
  const credentials = signing(secret, 'accession-device-credential-1');
  const joinMarks = signing(secret, 'accession-device-join-1');
  return {
    dataKey: (...owner) => Buffer.from(hkdfSync('sha256', secret, '', ['accession-data-key-1', ...owner].join('|'), 32)).toString('base64url'),
    credential: credentials.write,
    claimOf: credentials.read,
    joinMark: joinMarks.write,
    claimOfJoinMark: joinMarks.read,
  };
}

/** Claims under a MAC of one use: what was written for another is not read. */
function signing(
  secret: Buffer,
  use: string,
): { readonly write: (claim: DeviceClaim) => string; readonly read: (text: string) => DeviceClaim | null } {
  const macKey = Buffer.from(hkdfSync('sha256', secret, '', use, 32));
  const macOf = (text: string): Buffer => createHmac('sha256', macKey).update(text).digest();
  return {
    write({ tenantId, deviceId, generation }) {
      const claim = [tenantId, deviceId, generation].join(between);
      return [claim, macOf(claim).toString('base64url')].join(between);
    },
    read(text) {
      const end = text.lastIndexOf(between);
      if (end < 0 || text.length > 300) return null;
      const claim = text.slice(0, end);
      const mac = Buffer.from(text.slice(end + 1), 'base64url');
      const right = macOf(claim);
      if (mac.length !== right.length || !timingSafeEqual(mac, right)) return null;
      const [tenantId = '', deviceId = '', generation = ''] = claim.split(between);
      return { tenantId, deviceId, generation: Number(generation) };
    },
  };
}
