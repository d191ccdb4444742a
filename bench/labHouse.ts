import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '#server/app.ts';
import { prepare } from '#server/prepare.ts';
import { openBlobStore, type BlobStore } from '#server/kernel/core/blobStore.ts';
import { blobFiles } from '#server/storage/blobFiles.ts';
import { openDatabase, type Database } from '#server/storage/database.ts';
import { keyPlaceOf } from '#server/storage/installationKey.ts';
import { keepVacuumed } from '#server/storage/vacuum.ts';
import { password } from '../e2e/support/product.ts';
import './planned.ts';

/** The product in this process, so that what it asks of its database can be read along; its calls go over the network. */
export interface LabHouse {
  readonly address: string;
  readonly database: Database;
  readonly blobs: BlobStore;
}
export interface LabHouseWanted {
  /** PostgreSQL; undefined: embedded. */
  readonly databaseUrl: string | undefined;
  /** A folder of an earlier run, which is kept; undefined: one of its own. */
  readonly dataDir?: string;
  /** Before the server starts. */
  readonly fill: (database: Database) => Promise<void>;
}

export async function withLabHouse<T>({ databaseUrl, dataDir: known, fill }: LabHouseWanted, work: (house: LabHouse) => Promise<T>): Promise<T> {
  const dataDir = known ?? mkdtempSync(join(tmpdir(), 'accession-lab-'));
  const blobDir = join(dataDir, 'blobs');
  try {
    const database = await openDatabase({ dataDir, keyPlace: keyPlaceOf(dataDir, {}), databaseUrl, queryTimeoutMs: 600_000 });
    try {
      await prepare(database, { isDemo: true, seedPassword: password, files: blobFiles(blobDir) });
      await fill(database);
      const blobs = openBlobStore(database, blobDir);
      const app = await createApp({ database, blobs, isCaptchaOn: false, demoPassword: password, logLevel: 'error' });
      try {
        await app.listen({ port: 0, host: '127.0.0.1' });
        const vacuuming = keepVacuumed(database);
        return await work({ address: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, database, blobs }).finally(vacuuming.stop);
      } finally {
        await app.close();
      }
    } finally {
      await database.close();
    }
  } finally {
    if (!known) rmSync(dataDir, { recursive: true, force: true });
  }
}
