import { sql } from 'drizzle-orm';
import { openDatabase } from '../database.ts';

/**
 * A process to be killed: moves 1 between two rows and notes each move, for ever, and says on its standard output
 * which moves were acknowledged. Started by `crash.test.ts`; its argument is the data directory.
 */
const database = await openDatabase({ dataDir: process.argv[2]! });
await database.pool.query('create table if not exists balance (id int primary key, value int not null)');
await database.pool.query('create table if not exists move (id bigint primary key, note text not null)');
await database.pool.query('insert into balance values (1, 0), (2, 0) on conflict do nothing');
const first = Number((await database.pool.query('select coalesce(max(id), 0) as id from move')).rows[0].id) + 1;

const lanes = [0, 1, 2].map(async (lane) => {
  for (let id = first + lane; ; id += 3) {
    await database.transaction(async (tx) => {
      await tx.execute(sql`update balance set value = value - 1 where id = 1`);
      await tx.execute(sql`insert into move values (${id}, ${'搬'.repeat(id % 50)})`);
      await tx.execute(sql`update balance set value = value + 1 where id = 2`);
    });
    process.stdout.write(`${id}\n`);
  }
});
await Promise.all(lanes);
