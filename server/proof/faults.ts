import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Database } from '#server/storage/database.ts';

/** What strikes inside the transaction of an act: the database ends the connection, gives up on a statement, or breaks off. */
export type Fault = 'terminated' | 'cancelled' | 'ioError';

const strike: Readonly<Record<Fault, string>> = {
  terminated: 'perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(5);',
  cancelled: "raise exception 'canceling statement due to statement timeout' using errcode = '57014';",
  ioError: "raise exception 'could not read block' using errcode = '58030';",
};

/** The faults an engine can have: the embedded one has no backend that could be ended by itself. */
export const faultsOf = (kind: Database['kind']): readonly Fault[] =>
  kind === 'postgres' ? ['terminated', 'cancelled', 'ioError'] : ['cancelled', 'ioError'];

/**
 * Lets `fault` strike whenever the answer of an act about `subject` is to be kept: everything it wrote is there by
 * then, nothing is committed. Answers how to take it away.
 */
export async function plant({ orm }: Database, fault: Fault, subject: string): Promise<() => Promise<void>> {
  await orm.execute(
    sql.raw(`create or replace function proof_strike() returns trigger language plpgsql as $$ begin ${strike[fault]} return new; end $$`),
  );
  await orm.execute(
    sql.raw(`create trigger proof_strike before update on client_op for each row when (new.subject = '${subject}') execute function proof_strike()`),
  );
  return async () => {
    await orm.execute(sql.raw('drop trigger proof_strike on client_op'));
  };
}

/**
 * Cuts the connection on which the next transaction begins when its `answers`-th statement was answered; statements
 * that were sent behind it may or may not be done. `stop` says whether it came to that, once the cut is known here too.
 */
export function cutAfter(pool: pg.Pool, answers: number): { readonly stop: () => Promise<boolean> } {
  let left = answers;
  let closed: Promise<void> | undefined;
  const watch = nextTransaction(pool, ({ stream }, text) => {
    if (text === 'COMMIT' || text === 'ROLLBACK') return watch.stop();
    if (--left > 0) return;
    watch.stop();
    closed = new Promise((resolve) => stream.once('close', resolve));
    stream.destroy();
  });
  return {
    stop: async () => {
      watch.stop();
      await closed;
      return closed !== undefined;
    },
  };
}

/** Hears nothing more on the connection of the next transaction once its commit is sent; answers how to cut it then. */
export function loseCommit(pool: pg.Pool): Promise<() => void> {
  return new Promise((resolve) => {
    const watch = nextTransaction(pool, ({ stream }) => {
      watch.stop();
      const write = stream.write.bind(stream);
      stream.write = (chunk, ...more) => {
        if (/commit/i.test(String(chunk))) {
          stream.removeAllListeners('data');
          stream.resume();
          resolve(() => stream.destroy());
        }
        return write(chunk, ...more);
      };
    });
  });
}

/** The wire below a client of the driver. */
interface Wire {
  on(event: 'commandComplete', listener: (message: { text: string }) => void): unknown;
  off(event: 'commandComplete', listener: (message: { text: string }) => void): unknown;
  readonly stream: {
    write: (chunk: unknown, ...more: unknown[]) => boolean;
    destroy(): void;
    resume(): unknown;
    once(event: 'close', listener: () => void): unknown;
    removeAllListeners(event: 'data'): unknown;
  };
}

/** Follows the answers of the transaction that begins next, its `BEGIN` included. */
function nextTransaction(pool: pg.Pool, onAnswer: (wire: Wire, text: string) => void): { readonly stop: () => void } {
  let followed: Wire | undefined;
  const watched = new Map<Wire, (message: { text: string }) => void>();
  const onAcquire = (client: pg.PoolClient): void => {
    const { connection } = client as unknown as { connection: Wire };
    if (watched.has(connection)) return;
    const onComplete = ({ text }: { text: string }): void => {
      if (text === 'BEGIN') followed ??= connection;
      if (followed === connection) onAnswer(connection, text);
    };
    watched.set(connection, onComplete);
    connection.on('commandComplete', onComplete);
  };
  pool.on('acquire', onAcquire);
  return {
    stop: () => {
      pool.off('acquire', onAcquire);
      for (const [connection, onComplete] of watched) connection.off('commandComplete', onComplete);
      watched.clear();
    },
  };
}
