import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Acting, ActingUser, Command } from '#domain/kernel/command.ts';
import type { Answered } from '#domain/kernel/contract.ts';
import type { Label } from '#domain/kernel/label.ts';
import type { Service } from '#domain/kernel/services.ts';
import type { Database } from '#server/storage/database.ts';
import type { BlobStore } from '#server/kernel/core/blobStore.ts';
import type { Jobs } from './jobs.ts';
import type { Cost } from './requestLimits.ts';
import type { Ports } from '#server/ports/ports.ts';
import { together } from '#server/storage/together.ts';
import type { Tx } from '#server/storage/tx.ts';

export type { Tx };

/** One or more. */
export type Several<Item> = readonly [Item, ...Item[]];
export const areSeveral = <Item>(items: readonly Item[]): items is Several<Item> => items.length > 0;

/** An act whose rule is to be asked. */
export interface Asked<Input> {
  readonly input: Input;
  readonly acting: Acting;
}
/** An act that was accepted and is to be written. */
export interface Accepted<Input, State, Change> extends Asked<Input> {
  readonly state: State;
  readonly change: Change;
  readonly opId: string;
}

/**
 * What a command does on the server: read with lock, then write what `decide` accepted. Both for several acts of one
 * author at once; where these are more than one, `tiedBy` ties no two of them.
 */
export interface ServedCommand {
  readonly command: Command;
  /** Reads what the rule needs, locking the rows it will change in a fixed order. One state an act, in the acts' order. */
  readonly loadAll: (tx: Tx, acts: Several<Asked<any>>) => Promise<readonly any[]>;
  /** Writes the accepted changes; the answers, in the acts' order, are the command's `data` and are kept for repeats. Not called for a repeat. */
  readonly writeAll: (tx: Tx, acts: Several<Accepted<any, any, any>>) => Promise<readonly unknown[]>;
  /** The answer of a repeat (accepted, nothing to write); default: the change itself. */
  readonly answerRepeat?: (done: { input: any; state: any; change: any }) => unknown;
  /**
   * Where acts of this kind do not read what the others write: what would tie two of them to each other. A desk's batch
   * does those without a common key together. Without it, or where it answers null, they are done one by one.
   */
  readonly tiedBy?: (payload: unknown) => readonly string[] | null;
  /**
   * What must be done before the transaction, because it waits for something else than the database: made of the payload as it was sent, it
   * stands in the payload the rule is asked with. What a client sends under these names is written over.
   */
  readonly prepare?: (user: ActingUser, payload: unknown) => Promise<Readonly<Record<string, unknown>>>;
}

interface Half<Input, State, Change, Answer> {
  answerRepeat?: (done: { input: Input; state: State; change: Change }) => Answered<Answer>;
  tiedBy?: (payload: unknown) => readonly string[] | null;
  prepare?: ServedCommand['prepare'];
}

/** Ties a command to its server half, written for one act; infers the types from the command. */
export function serveCommand<Input, State, Change, Answer>(
  command: Command<Input, State, Change, any, any, Answer>,
  {
    load,
    write,
    ...half
  }: Half<Input, State, Change, Answer> & {
    load: (tx: Tx, input: Input, acting: Acting) => Promise<State>;
    write: (tx: Tx, done: Accepted<Input, State, Change>) => Promise<Answered<Answer>>;
  },
): ServedCommand {
  const [loadAll, writeAll]: [ServedCommand['loadAll'], ServedCommand['writeAll']] = [
    (tx, acts) => together(...acts.map(({ input, acting }) => load(tx, input, acting))),
    (tx, acts) => together(...acts.map((done) => write(tx, done))),
  ];
  return { command, ...half, loadAll, writeAll } as ServedCommand;
}

/** The same written for several acts at once: as many statements for all of them as for one. */
export function serveTogether<Input, State, Change, Answer>(
  command: Command<Input, State, Change, any, any, Answer>,
  half: Half<Input, State, Change, Answer> & {
    loadAll: (tx: Tx, acts: Several<Asked<Input>>) => Promise<readonly State[]>;
    writeAll: (tx: Tx, acts: Several<Accepted<Input, State, Change>>) => Promise<readonly Answered<Answer>[]>;
  },
): ServedCommand {
  return { command, ...half } as ServedCommand;
}

/** What a hand-written call gets. */
export interface CallContext<Query, Body = any> {
  readonly db: NodePgDatabase;
  /** For calls that run acts: `db` is its drizzle. */
  readonly database: Database;
  readonly blobs: BlobStore;
  /** What is done behind the calls; null where nothing is. */
  readonly jobs?: Jobs | null;
  /** What is sent to others. */
  readonly ports: Ports;
  readonly query: Query;
  readonly body: Body;
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
  readonly body?: z.ZodType;
  /** What it answers, where that is declared (domain/contracts.ts). */
  readonly answer?: z.ZodType;
  /** Why a repeat does no harm, where it is not recognised by its key. */
  readonly repeats?: Label;
  readonly multipart?: boolean;
  /** Judges each part of its body by itself (server/kernel/core/strangeBody.ts). */
  readonly judgesParts?: boolean;
  /** What it costs the server, where it is limited. */
  readonly cost?: Cost;
  readonly handle: (context: CallContext<Query>) => Promise<unknown>;
}

export function defineCall<Query = Record<string, string>>(call: Call<Query>): Call {
  return call as Call;
}
