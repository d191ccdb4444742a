import { createRequire } from 'node:module';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Place } from './s3Files.ts';

interface Store {
  readonly run: () => Promise<{ readonly address: string; readonly port: number }>;
  readonly close: () => Promise<void>;
}
type StoreOptions = Readonly<Record<string, unknown>>;

export interface S3Server {
  readonly place: S3Place;
  /** Takes it away and brings it back at the same address, with what it has. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A store of its own on this machine, by a server that others made; it refuses wrong keys. */
export async function openS3Server(): Promise<S3Server> {
  const Server = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: StoreOptions) => Store;
  const directory = mkdtempSync(join(tmpdir(), 'accession-s3-'));
  let port = 0;
  let store: Store;
  const start = async (): Promise<void> => {
    store = new Server({ address: '127.0.0.1', port, silent: true, directory, configureBuckets: [{ name: 'pictures', configs: [] }] });
    ({ port } = await store.run());
  };
  await start();
  return {
    place: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'pictures',
      region: 'us-east-1',
      accessKey: 'S3RVER',
      secretKey: 'S3RVER',
      prefix: 'accession',
    },
    start,
    stop: () => store.close(),
    async close() {
      await store.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
