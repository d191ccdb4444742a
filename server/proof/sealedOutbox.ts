import { deviceCredentialHeader, type DeviceWelcome, type SentOperation } from '#domain/kernel/offlineWire.ts';
import { callPath } from '#domain/kernel/services.ts';
import { newPageSeal, newSigner, sealAndSign, type PageSeal, type Signer } from '#server/kernel/desk/sealedTesting.ts';
import type { Account, Desk } from '#server/sample/deskTesting.ts';
import { newDevice, Outbox, type Device } from './outbox.ts';

export const devicePath = callPath('sample', 'offline/device', 'accession');

/** What a page load has in memory of the person who works at it. */
export interface DeskKeys {
  readonly welcome: DeviceWelcome;
  readonly signer: Signer;
  readonly seal: PageSeal;
  /** Where and as whom they work; signed with each act. */
  readonly worksAs: Pick<SentOperation, 'tenantId' | 'deptId' | 'roleId'>;
}

/** One person's part of a desk's queue, whose acts are sealed to the server and signed by them. */
export class SealedOutbox extends Outbox {
  readonly keys: DeskKeys;

  constructor(desk: Desk, account: Account, device: Device, keys: DeskKeys) {
    super(desk, account, device);
    this.keys = keys;
  }

  /** The person signs in and makes the desk theirs, as at every start of the page. */
  static async open(desk: Desk, account: Account, device: Device = newDevice(), signer?: Signer): Promise<SealedOutbox> {
    const own = signer ?? (await newSigner());
    const answer = await registerDevice(desk, account, device, own);
    if (answer.statusCode !== 200) throw new Error(`not registered: ${answer.body}`);
    const welcome = answer.json<{ data: DeviceWelcome }>().data;
    device.credential = welcome.credential;
    const { data } = (await (await desk.as(account)).get('/api/blade-auth/oauth/user-info')).json<{ data: { roleId: string; deptId: string } }>();
    const worksAs = { tenantId: '000000', deptId: data.deptId, roleId: data.roleId };
    return new SealedOutbox(desk, account, device, { welcome, signer: own, seal: await newPageSeal(welcome), worksAs });
  }

  get welcome(): DeviceWelcome {
    return this.keys.welcome;
  }
  get credential(): string {
    return this.welcome.credential;
  }

  override deskHeaders(): Record<string, string> {
    return { [deviceCredentialHeader]: this.credential };
  }

  override async write(...given: Parameters<Outbox['write']>): Promise<SentOperation> {
    return this.sealed(await super.write(...given));
  }
  /** As where the page has no WebCrypto. */
  writeOpen(...given: Parameters<Outbox['write']>): Promise<SentOperation> {
    return super.write(...given);
  }

  /** An open act sealed and signed by this person, whoever wrote it. `change`: other keys than their page's. */
  sealed(open: SentOperation, change: Partial<DeskKeys> = {}): Promise<SentOperation> {
    const keys = { ...this.keys, ...change };
    return sealAndSign({ ...open, ...keys.worksAs }, this.deviceId, keys);
  }
}

/** As the desk does it: under the credential it holds, once it has one. */
export async function registerDevice(desk: Desk, account: string, device: Device, { keyId, publicKey }: Pick<Signer, 'keyId' | 'publicKey'>) {
  const headers: Record<string, string> = device.credential === undefined ? {} : { [deviceCredentialHeader]: device.credential };
  return (await desk.as(account)).post(devicePath, { deviceId: device.deviceId, keyId, publicKey, appVersion: 'proof' }, headers);
}
