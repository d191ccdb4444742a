import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { Api } from '../../e2e/support/api.ts';
import { readMaster, summaryPayload, type Master } from '../../e2e/support/prepare.ts';
import { startProduct, type Product } from '../../e2e/support/product.ts';
import { ownPerson } from './acts.ts';
import type { Act } from './peers/peer.ts';

/** Our server behind another library's: what it receives is done with all rules, by the batch call, as our own desk's acts are. */
export interface Backend {
  bodyOf(record: number): unknown;
  take(acts: readonly Act[]): Promise<void>;
  close(): Promise<void>;
}

export async function openBackend(): Promise<Backend> {
  const product = await startProduct();
  try {
    const admin = await Api.login(`http://127.0.0.1:${product.port}`, 'admin');
    const { userId } = await admin.get<{ userId: string }>('blade-auth/oauth/user-info');
    return backendOf(product, admin, await readMaster(admin), userId);
  } catch (error) {
    await product.stop();
    throw error;
  }
}

function backendOf(product: Product, admin: Api, master: Master, authorId: string): Backend {
  const deviceId = randomUUID();
  let seq = 0;
  const opOf = ({ record, body }: Act) => ({
    opId: randomUUID(),
    seq: ++seq,
    authorId,
    type: 'summary.enter',
    typeVersion: 1,
    payload: body,
    payloadHash: '',
    lanes: [`req:${record}`],
    dependsOn: [],
    occurredAt: new Date().toISOString(),
    clockOffsetMs: 0,
    appVersion: 'bench',
  });
  return {
    bodyOf: (record) => ({ ...summaryPayload(master, 'CBC01', 'EDTA全血', 'BEN', record), ...ownPerson(record) }),
    async take(acts) {
      if (acts.length === 0) return;
      const ops = acts.map(opOf);
      const { results } = await admin.post<{ results: { status: string }[] }>('accession-lims-sample/offline/ops', {
        deviceId,
        maxSeq: seq,
        epoch: 1,
        ops,
      });
      const wrong = results.find(({ status }) => status !== 'applied');
      if (wrong || results.length !== ops.length) throw new Error(`not applied: ${JSON.stringify(wrong)}`);
    },
    async close() {
      await product.stop();
      rmSync(product.dataDir, { recursive: true, force: true });
    },
  };
}
