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
  /** A person's key on a device for his own view of what waits there, 32 bytes, base64url; always the same. */
  readonly dataKey: (tenantId: string, deviceId: string, userId: string) => string;
  readonly credential: (claim: DeviceClaim) => string;
  /** What a credential claims; null where it is not ours. Whether its generation still counts is the table's to say. */
  readonly claimOf: (credential: string) => DeviceClaim | null;
}

const secretSetting = 'offline.deviceSecret';
/** In no tenant's and no device's id. */
const between = '~';

/** Reads the installation's secret, making it at the first start. */
export async function loadDeviceSecrets(database: Database): Promise<DeviceSecrets> {
  await claimKey(database);
  const secret = await keepSecretBytes(database.orm, secretSetting);
  const macKey = Buffer.from(hkdfSync('sha256', secret, '', 'accession-device-credential-1', 32));
  const macOf = (text: string): Buffer => createHmac('sha256', macKey).update(text).digest();
  return {
    dataKey: (...owner) => Buffer.from(hkdfSync('sha256', secret, '', ['accession-data-key-1', ...owner].join('|'), 32)).toString('base64url'),
    credential({ tenantId, deviceId, generation }) {
      const claim = [tenantId, deviceId, generation].join(between);
      return [claim, macOf(claim).toString('base64url')].join(between);
    },
    claimOf(credential) {
      const end = credential.lastIndexOf(between);
      if (end < 0 || credential.length > 300) return null;
      const claim = credential.slice(0, end);
      const mac = Buffer.from(credential.slice(end + 1), 'base64url');
      const right = macOf(claim);
      if (mac.length !== right.length || !timingSafeEqual(mac, right)) return null;
      const [tenantId = '', deviceId = '', generation = ''] = claim.split(between);
      return { tenantId, deviceId, generation: Number(generation) };
    },
  };
}
