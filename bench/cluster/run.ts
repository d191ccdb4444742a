import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { partCount, type BlobState } from '#domain/kernel/blobParts.ts';
import type { DeviceWelcome } from '#domain/kernel/offlineWire.ts';
import { buildServerIfNeeded } from '#server/buildServer.ts';
import { madeJpeg, sealedPart } from '#server/kernel/desk/blobTesting.ts';
import { newPageSeal, newSigner } from '#server/kernel/desk/sealedTesting.ts';
import { s3Files } from '#server/ports/s3Files.ts';
import { openS3Server } from '#server/ports/s3Testing.ts';
import { Api } from '../../e2e/support/api.ts';
import { readMaster, summaryPayload, type Master } from '../../e2e/support/prepare.ts';
import { startProduct } from '../../e2e/support/product.ts';
import { judgeActs, longestSilence, QueueDesk } from '../queueDesk.ts';
import { openDoor } from './door.ts';
import { PostgresServer } from './postgres.ts';
import { proofGround } from './proofGround.ts';

/*
 * npm run proof:cluster [-- --desks 20 --acts 400 --calm 15]
 * A proxy, two nodes, a primary with a synchronous standby, an S3 store. While desks drain: a node is killed, the store is away for a minute
 * and the node is started while it is, the primary is killed and the standby promoted; `calm` seconds lie between. Everything a desk was told
 * is done must be in the promoted database once, every picture that was taken must be whole in the store. The last line is the figures as
 * JSON; 0 where that is so.
 */
const { values } = parseArgs({
  options: {
    desks: { type: 'string', default: '20' },
    acts: { type: 'string', default: '400' },
    calm: { type: 'string', default: '15' },
    away: { type: 'string', default: '60' },
  },
});
const [deskCount, actCount, calmMs, awayMs] = [Number(values.desks), Number(values.acts), Number(values.calm) * 1000, Number(values.away) * 1000];
const { folder, keyFile, ends, say, pause, run } = proofGround('cluster');
await run(prove);

async function prove(): Promise<boolean> {
  await buildServerIfNeeded();
  const primary = await PostgresServer.fresh(['wal_level=replica', 'max_wal_senders=5']);
  ends.push(() => primary.remove());
  const standby = await PostgresServer.standbyOf(primary, 'standby');
  ends.push(() => standby.remove());
  // Now that somebody follows: what is acknowledged is on both.
  await once(primary.url(), "alter system set synchronous_standby_names = 'standby'");
  await once(primary.url(), 'select pg_reload_conf()');
  const database = { port: primary.port };
  const databaseDoor = await openDoor(() => [database.port]);
  ends.push(databaseDoor.close);
  const store = await openS3Server();
  ends.push(() => store.close());
  const { endpoint, bucket, accessKey, secretKey, prefix } = store.place;
  const node = (name: string) =>
    startProduct({
      dataDir: join(folder, name),
      env: {
        DATABASE_URL: `postgres://postgres@127.0.0.1:${databaseDoor.port}/postgres`,
        KEY_FILE: keyFile,
        S3_ENDPOINT: endpoint,
        S3_BUCKET: bucket,
        S3_ACCESS_KEY: accessKey,
        S3_SECRET_KEY: secretKey,
        S3_PREFIX: prefix,
      },
    });
  say('starting two nodes on an empty database at once');
  const nodes = await Promise.all([node('one'), node('two')]);
  for (const one of nodes) ends.push(() => one.stop());
  const up = new Set(nodes.map(({ port }) => port));
  const front = await openDoor(() => [...up]);
  ends.push(front.close);
  const base = `http://127.0.0.1:${front.port}`;
  const login = async () => {
    const api = await Api.login(base, 'admin');
    return { api, userId: (await api.get<{ userId: string }>('blade-auth/oauth/user-info')).userId };
  };
  const { api, userId } = await login();
  const master = await readMaster(api);
  const desks = Array.from({ length: deskCount }, () => new QueueDesk(async () => ({ api, userId })));
  for (const [at, desk] of desks.entries())
    await desk.note(Array.from({ length: actCount }, (_none, index) => received(master, at * actCount + index)));

  say(`${deskCount} desks drain ${actCount} acts each`);
  const startedAt = Date.now();
  const rounds = { isOver: false };
  const draining = Promise.all(desks.map((desk, at) => work(desk, master, at, rounds)));
  const pictures = takePictures(base, api, rounds);
  await pause(calmMs);

  say('a node is killed');
  const [first] = nodes;
  up.delete(first!.port);
  await first!.kill();
  await pause(calmMs);

  say(`the store is away for ${awayMs / 1000} s, and the node that was killed is started meanwhile`);
  await store.stop();
  const starting = node('one');
  await pause(awayMs);
  await store.start();
  say('the store is back');
  const again = await starting;
  ends.push(() => again.stop());
  up.add(again.port);
  say('the node is back');
  await pause(calmMs);

  say('the primary is killed');
  const killedAt = Date.now();
  primary.kill();
  databaseDoor.cut();
  await standby.promote();
  database.port = standby.port;
  databaseDoor.cut();
  say(`the standby was promoted, ${Date.now() - killedAt} ms after`);
  await pause(calmMs);
  rounds.isOver = true;
  await draining;
  const taken = await pictures;
  say('all queues are empty');

  const pool = new pg.Pool({ connectionString: standby.url() });
  const done = desks.flatMap((desk) => desk.done);
  const refused = desks.flatMap((desk) => desk.refused);
  const { lost, doubled } = await judgeActs(pool, done).finally(() => pool.end());
  const files = s3Files(store.place, join(folder, 'look'));
  let gone = 0;
  for (const { sha256, size } of taken.shown) if ((await files.sizeOf('000000', sha256)) !== size) gone += 1;
  for (const line of refused.slice(0, 5)) say(line);
  const stalls = desks.map((desk) => longestSilence(desk, startedAt));
  const figures = {
    desks: deskCount,
    acts: done.length,
    lost,
    doubled,
    refused: refused.length,
    pictures: taken.shown.length,
    picturesLost: gone,
    picturesAgain: taken.again,
    requestsFailed: desks.reduce((sum, { failures }) => sum + failures, 0),
    longestStallMs: Math.max(...stalls),
    seconds: Math.round((Date.now() - startedAt) / 1000),
  };
  console.log(JSON.stringify(figures));
  return lost + doubled + refused.length + gone === 0 && done.length > 0 && taken.shown.length > 0;
}

/** One person's reception; nobody comes twice. */
function received(master: Master, index: number) {
  const payload = { ...summaryPayload(master, 'CBC01', 'EDTA全血', 'CLU', index + 1), telephone: `15${String(index).padStart(9, '0')}` };
  return { type: 'summary.enter', payload, lanes: [`req:${payload.requisitionCode}`] };
}

/** Empties its queue, then goes on with an act at a time until the end, so that there is always somebody who writes. */
async function work(desk: QueueDesk, master: Master, at: number, rounds: { readonly isOver: boolean }): Promise<void> {
  const patienceMs = 600_000;
  await desk.drain(patienceMs);
  for (let index = 0; !rounds.isOver; index++) {
    await desk.note([received(master, 200_000 + at * 10_000 + index)]);
    await desk.drain(patienceMs);
    await pause(200);
  }
}

/** Pictures in several parts, one after the other, each until the server says that it has it whole; a part goes again until it is taken. */
async function takePictures(base: string, api: Api, rounds: { readonly isOver: boolean }) {
  const { keyId, publicKey } = await newSigner();
  const welcome = await api.post<DeviceWelcome>('accession-lims-sample/offline/device', {
    deviceId: randomUUID(),
    keyId,
    publicKey,
    appVersion: 'cluster',
  });
  const seal = await newPageSeal(welcome);
  const shown: { readonly sha256: string; readonly size: number }[] = [];
  let again = 0;
  while (!rounds.isOver) {
    const bytes = madeJpeg(400_000);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const parts = partCount(bytes.length);
    const url = `${base}/api/accession-lims-sample/offline/blobs/${sha256}`;
    for (let isWhole = false; !isWhole;) {
      for (let part = 0; part < parts; part++) {
        const body = new Uint8Array(await sealedPart(seal, bytes, sha256, part));
        const headers = { ...api.headers(), 'content-type': 'application/octet-stream', 'x-seal-key': seal.kid, 'x-seal-epk': seal.epk };
        const answer = await fetch(`${url}/${part}?size=${bytes.length}&parts=${parts}&mime=image/jpeg`, {
          method: 'PUT',
          headers,
          body,
          signal: AbortSignal.timeout(30_000),
        }).catch(() => null);
        const told = answer?.ok ? ((await answer.json()) as { data: BlobState }).data : null;
        if (told === null) {
          again += 1;
          await pause(1_000);
        }
        isWhole ||= told?.isWhole ?? false;
      }
    }
    shown.push({ sha256, size: bytes.length });
    await pause(500);
  }
  return { shown, again };
}

async function once(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
