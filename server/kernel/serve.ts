import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Acting, ActingUser, Command } from '#domain/kernel/command.ts';
import type { Label } from '#domain/kernel/label.ts';
import type { Service } from '#domain/kernel/services.ts';
import type { Database } from '#server/storage/database.ts';
import type { BlobStore } from './blobStore.ts';
import type { Ports } from '#server/ports/ports.ts';
import type { Tx } from '#server/storage/tx.ts';

export type { Tx };

/** What a command does on the server: read with lock, then write what `decide` accepted. */
export interface ServedCommand {
  readonly command: Command;
  /** Reads what the rule needs, locking the rows it will change in a fixed order. */
  readonly load: (tx: Tx, input: any, acting: Acting) => Promise<any>;
  /** Writes the accepted change; its answer is the command's `data` and is kept for repeats. Not called for a repeat. */
  readonly write: (tx: Tx, done: { input: any; state: any; change: any; acting: Acting; opId: string }) => Promise<unknown>;
  /** The answer of a repeat (accepted, nothing to write); default: the change itself. */
  readonly answerRepeat?: (done: { input: any; state: any; change: any }) => unknown;
  /**
   * Where acts of this kind do not read what the others write: what would tie two of them to each other. A desk's batch
   * does those without a common key beside each other. Without it, or where it answers null, they are done one by one.
   */
  readonly tiedBy?: (payload: unknown) => readonly string[] | null;
}

/** Ties a command to its server half; infers the types from the command. */
export function serveCommand<Input, State, Change>(
  command: Command<Input, State, Change>,
  half: {
    load: (tx: Tx, input: Input, acting: Acting) => Promise<State>;
    write: (tx: Tx, done: { input: Input; state: State; change: Change; acting: Acting; opId: string }) => Promise<unknown>;
    answerRepeat?: (done: { input: Input; state: State; change: Change }) => unknown;
    tiedBy?: (payload: unknown) => readonly string[] | null;
  },
): ServedCommand {
  return { command, ...half } as ServedCommand;
}

/** What a hand-written call gets. */
export interface CallContext<Query> {
  readonly db: NodePgDatabase;
  /** For calls that run acts: `db` is its drizzle. */
  readonly database: Database;
  readonly blobs: BlobStore;
  /** What goes out of the house. */
  readonly ports: Ports;
  readonly query: Query;
  readonly body: any;
  readonly user: ActingUser;
  /** `yyyy-MM-dd HH:mm:ss`, Asia/Shanghai. */
  readonly now: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A hand-written call that is neither a resource's verb nor a command: listings, look-ups, uploads. Answers the envelope's `data`. */
export interface Call<Query = any> {
  readonly method: 'GET' | 'POST';
  readonly service: Service;
  readonly path: string;
  readonly title: Label;
  /** null: every signed-in user may. */
  readonly permission: string | null;
  readonly query?: z.ZodType<Query>;
  readonly multipart?: boolean;
  readonly handle: (context: CallContext<Query>) => Promise<unknown>;
}

export function defineCall<Query = Record<string, string>>(call: Call<Query>): Call {
  return call as Call;
}
