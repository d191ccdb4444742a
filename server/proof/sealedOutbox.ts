import type { DeviceWelcome, SentOperation } from '#domain/kernel/offlineWire.ts';
import { callPath } from '#domain/kernel/services.ts';
import { newPageSeal, newSigner, sealAndSign, type PageSeal, type Signer } from '#server/kernel/sealedTesting.ts';
import type { Account, Desk } from '#server/sample/deskTesting.ts';
import { newDevice, Outbox, type Device } from './outbox.ts';

export const devicePath = callPath('sample', 'offline/device', 'accession');

/** One person's part of a desk's queue whose acts are sealed to the server and signed by him. */
export class SealedOutbox extends Outbox {
  readonly welcome: DeviceWelcome;
  readonly signer: Signer;
  readonly seal: PageSeal;
  readonly #worksAs: Pick<SentOperation, 'tenantId' | 'roleId'>;

  private constructor(
    desk: Desk,
    account: Account,
    device: Device,
    made: { welcome: DeviceWelcome; signer: Signer; seal: PageSeal; worksAs: Pick<SentOperation, 'tenantId' | 'roleId'> },
  ) {
    super(desk, account, device);
    this.welcome = made.welcome;
    this.signer = made.signer;
    this.seal = made.seal;
    this.#worksAs = made.worksAs;
  }

  /** The person signs in and makes the desk his, as at every start of the page. */
  static async open(desk: Desk, account: Account, device: Device = newDevice()): Promise<SealedOutbox> {
    const signer = await newSigner();
    const caller = await desk.as(account);
    const { deviceId } = device;
    const answer = await caller.post(devicePath, { deviceId, keyId: signer.keyId, publicKey: signer.publicKey, appVersion: 'proof' });
    if (answer.statusCode !== 200) throw new Error(`not registered: ${answer.body}`);
    const welcome = answer.json<{ data: DeviceWelcome }>().data;
    const { data } = (await caller.get('/api/blade-auth/oauth/user-info')).json<{ data: { roleId: string; tenantId?: string } }>();
    return new SealedOutbox(desk, account, device, {
      welcome,
      signer,
      seal: await newPageSeal(welcome),
      worksAs: { tenantId: '000000', roleId: data.roleId },
    });
  }

  override async write(...given: Parameters<Outbox['write']>): Promise<SentOperation> {
    return this.sealed(await super.write(...given));
  }

  /** An open act sealed and signed by this person, whoever wrote it. */
  sealed(open: SentOperation): Promise<SentOperation> {
    return sealAndSign({ ...open, ...this.#worksAs }, this.deviceId, this);
  }
}
