import { afterEach, describe, expect, it } from 'vitest';
import { menu } from '#domain/menu.ts';
import { seedDemo } from './demo/seedDemo.ts';
import { loadServerSecrets } from './session/serverSecrets.ts';
import { seedSession, type SeedOptions } from './session/seedSession.ts';
import { openDatabase, type Database } from './storage/database.ts';
import { migrate } from './storage/migrate.ts';
import { openEmptyDatabase, type TestDatabase } from './testing.ts';

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

/** Nodes on one fresh database: on PostgreSQL each with its own connections, embedded (where one process holds the data) on the same pool. */
async function nodes(): Promise<readonly [Database, Database, Database]> {
  const first: TestDatabase = await openEmptyDatabase();
  open.push(first);
  const another = async (): Promise<Database> => {
    if (first.url === null) return first.database;
    const database = await openDatabase({ dataDir: first.dataDir, databaseUrl: first.url });
    open.push(database);
    return database;
  };
  return [first.database, await another(), await another()];
}

async function start(database: Database, options: SeedOptions) {
  await migrate(database);
  const seeded = await seedSession(database, options);
  const didSeed = options.isDemo && (await seedDemo(database));
  const { publicKey } = await loadServerSecrets(database);
  // What a node finds when it goes on to listen.
  return { ...seeded, didSeed, publicKey, found: await countsOf(database) };
}

const counted = [
  'tenant',
  'user_account',
  'user_credential',
  'role',
  'department',
  'menu',
  'role_menu',
  'dict',
  'dict_biz',
  'laboratory',
  'client',
  'commodity',
  'sample',
];
async function countsOf(database: Database): Promise<Record<string, number>> {
  const text = counted.map((name) => `select '${name}' as name, count(*)::int as n from ${name}`).join(' union all ');
  const { rows } = await database.pool.query<{ name: string; n: number }>(text);
  return Object.fromEntries(rows.map(({ name, n }) => [name, Number(n)]));
}

describe('nodes that start at once on a fresh database', () => {
  it('seed the demo once; the others wait and find all of it', async () => {
    const started = await Promise.all((await nodes()).map((database) => start(database, { menus: menu, isDemo: true })));
    expect(started.filter(({ didSeed }) => didSeed)).toHaveLength(1);
    expect(new Set(started.map(({ demoPassword, publicKey }) => `${demoPassword} ${publicKey}`)).size).toBe(1);
    const [found] = started.map((node) => node.found);
    for (const node of started) expect(node.found).toEqual(found);
    expect(found).toMatchObject({ tenant: 1, user_account: 10, user_credential: 10, sample: 264 });
    const alone = await nodes();
    expect((await start(alone[0], { menus: menu, isDemo: true })).found).toEqual(found);
  });

  it('make one administrator and print one password', async () => {
    const started = await Promise.all((await nodes()).map((database) => start(database, { menus: menu, isDemo: false })));
    expect(started.filter(({ oneTimePassword }) => oneTimePassword !== null)).toHaveLength(1);
    for (const { found } of started) expect(found).toMatchObject({ user_account: 1, user_credential: 1 });
  });
});
