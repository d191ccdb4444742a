import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { openBlobStore } from '#server/kernel/core/blobStore.ts';
import { claimKey } from '#server/kernel/seal/claimKey.ts';
import { blobFiles } from '#server/storage/blobFiles.ts';
import { LastStatement, openDatabase, type Database } from '#server/storage/database.ts';
import { goThrough, takingAll, type OnItsWay, type Stage } from './reportStepsTesting.ts';

/** What a worker is told that is to die on its way. */
export interface Dying extends OnItsWay {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly blobDir: string;
  readonly stage: Stage;
  /** It kills itself at the step with this number; one that comes through ends with 0. */
  readonly diesAt: number;
}

const { databaseUrl, dataDir, blobDir, stage, diesAt, ...report } = JSON.parse(process.argv[2] ?? '{}') as Dying;
let steps = 0;
/** Between two steps. As a power cut: nothing is closed, said or rolled back. */
function between(): void {
  if (steps++ !== diesAt) return;
  process.kill(process.pid, 'SIGKILL');
  // Nothing more of this thread is done until the signal has arrived.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

/** Steps are what outlives a process: a transaction, just before and just after its commit, a statement of its own that writes, a file, a send. */
function counted(database: Database): Database {
  const { orm, transaction } = database;
  const execute = orm.execute.bind(orm);
  const writes = /^\s*(?:insert|update|delete)/i;
  const dialect = new PgDialect();
  Object.assign(orm, {
    async execute(query: Parameters<typeof execute>[0]) {
      const answer = await execute(query);
      if (writes.test(dialect.sqlToQuery(sql`${query}`).sql)) between();
      return answer;
    },
  });
  return Object.assign(database, {
    async transaction(work: Parameters<typeof transaction>[0]) {
      const made = await transaction(async (tx) => {
        const done = await work(tx);
        const answer = done instanceof LastStatement ? await done.answer : done;
        between();
        return answer;
      });
      between();
      return made;
    },
  });
}

const opened = await openDatabase({ dataDir, databaseUrl });
await claimKey(opened);
const database = counted(opened);
const files = blobFiles(blobDir);
const blobs = openBlobStore(database, { ...files, write: (...asked) => files.write(...asked).then(between) });
const { mail, sms } = takingAll(report.sentFile);
await goThrough(
  stage,
  database,
  blobs,
  {
    mail: { send: (...asked) => mail.send(...asked).then((answer) => (between(), answer)) },
    sms: { send: (...asked) => sms.send(...asked).then((answer) => (between(), answer)) },
  },
  report,
);
process.exit(0);
