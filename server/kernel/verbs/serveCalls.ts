import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { partsOf, type AnswerOf, type CallName, type Contract, type Contracts, type FamilyName } from '#domain/kernel/contract.ts';
import type { Label } from '#domain/kernel/label.ts';
import { deviceIdOf, onceOnly } from '#server/kernel/act/onceOnly.ts';
import type { Writing } from '#server/kernel/resource/resourceWrite.ts';
import type { Call, CallContext, Tx } from '#server/kernel/http/serve.ts';

/** One transaction that is done once for each `Idempotency-Key`; a repeat gets the first answer and writes nothing. */
export type Once = <T>(work: (tx: Tx, writing: Writing) => Promise<T>) => Promise<T>;

type QueryIn<One extends Contract> = One extends { readonly query: infer Query extends z.ZodType } ? z.output<Query> : Record<never, never>;
type BodyIn<One extends Contract> = One extends { readonly body: infer Body extends z.ZodType } ? z.output<Body> : undefined;
type ContextOf<One extends Contract> = CallContext<QueryIn<One>, BodyIn<One>>;
/** What a half gets that is one transaction from its beginning to its end: no way to the database but through it. */
export type Written<Body, Query = unknown> = Omit<CallContext<Query, Body>, 'db' | 'database' | 'reply'> & { readonly writing: Writing };

/** A call that reads, or whose repeats do no harm. */
interface Reads<One extends Contract> {
  readonly handle: (context: ContextOf<One>) => Promise<AnswerOf<One> | FastifyReply>;
}
/** A call whose repeats are recognised: all of it is done in the transaction, or it has something to do before or after. */
type Writes<One extends Contract> =
  | { readonly write: (tx: Tx, context: Written<BodyIn<One>, QueryIn<One>>) => Promise<AnswerOf<One>> }
  | { readonly handle: (context: ContextOf<One> & { readonly once: Once }) => Promise<AnswerOf<One>> };
/** What the server adds to a declared call. */
type Half<Name, One extends Contract> = Pick<Call, 'judgesParts' | 'cost'> &
  (Name extends `GET ${string}` ? Reads<One> : One extends { readonly repeats: Label } ? Reads<One> : Writes<One>);

type AnyHalf = Pick<Call, 'judgesParts' | 'cost'> & {
  readonly handle?: (context: CallContext<any> & { readonly once?: Once }) => Promise<unknown>;
  readonly write?: (tx: Tx, context: any) => Promise<unknown>;
};

/** Serves declared calls: each has its half here, and no other has. */
export function serveCalls<Some extends Contracts>(
  contracts: Some,
  halves: { readonly [Name in CallName & keyof Some]: Half<Name, Some[Name]> },
): readonly Call[] {
  return Object.entries<Contract>(contracts).map(([name, contract]) =>
    served(name as CallName, contract, (halves as Record<string, AnyHalf>)[name]!),
  );
}

/** The same for a family of calls below one place (`callsUnder`). */
export function serveUnder<const Family extends Readonly<Record<FamilyName, Contract>>>(
  place: string,
  family: Family,
  halves: { readonly [Name in FamilyName & keyof Family]: Half<Name, Family[Name]> },
): readonly Call[] {
  return Object.entries<Contract>(family).map(([name, contract]) =>
    served(name.replace(' ', ` ${place}/`) as CallName, contract, (halves as Record<string, AnyHalf>)[name]!),
  );
}

function served(name: CallName, { isUpload, unhashed, ...contract }: Contract, { handle, write, ...how }: AnyHalf): Call {
  const call = { ...partsOf(name), ...contract, ...how, ...(isUpload ? { multipart: true } : {}) };
  if (handle && (call.method === 'GET' || contract.repeats)) return { ...call, handle };
  return {
    ...call,
    async handle(context) {
      const { database, request, user } = context;
      let isAsked = false;
      const once: Once = (work) => {
        isAsked = true;
        return onceOnly(database, request, user, name, (tx, opId) => work(tx, { user, deviceId: deviceIdOf(request), opId }), unhashed);
      };
      if (write) return once((tx, writing) => write(tx, { ...context, writing }));
      const answer = await handle?.({ ...context, once });
      if (!isAsked) throw new Error(`${name} was answered without asking whether it is a repeat`);
      return answer;
    },
  };
}
