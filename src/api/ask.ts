import type { AnswerOf, BodyOf, CallName, QueryOf } from '#domain/kernel/contract.ts';
import type { Service } from '#domain/kernel/services.ts';
import type { Declared } from '#domain/contracts.ts';
import { call, type CallOptions } from './call.ts';
import { newRequestId } from './request.ts';
import { servicePath } from './product.ts';

type Names = CallName & keyof Declared;
/** The declared calls that only read: what a screen may ask again at any time. */
export type ReadName = Extract<Names, `GET ${string}`>;
/** What a declared call is asked with; an upload brings its file as `form`. */
type Asking<Name extends Names> = Omit<CallOptions, 'query' | 'body'> & {
  readonly [
    Part in keyof Given<Name> as Given<Name>[Part] extends undefined ? never : Record<never, never> extends Given<Name>[Part] ? never : Part
  ]: Given<Name>[Part];
} & {
  // What needs nothing need not be given.
  readonly [Part in keyof Given<Name> as Record<never, never> extends Given<Name>[Part] ? Part : never]?: Given<Name>[Part];
};
interface Given<Name extends Names> {
  readonly query: keyof QueryOf<Declared[Name]> extends never ? undefined : QueryOf<Declared[Name]>;
  readonly body: BodyOf<Declared[Name]>;
}

/** A scan or a save at a desk waits so long for the server's word at most, ms; then the desk's memory answers. `rule`: about what is known here, `list`: about what the desk's list lacks. */
export const deskWait = { rule: 2_500, list: 4_000 } as const;

/**
 * Asks a declared call; method, place, question and answer are those of its declaration. A POST has a key of its own, by
 * which a repeat on the way is recognised; who lets a person try again gives one that outlives the try. Throws CallError, as `call`.
 */
export function ask<Name extends Names>(name: Name, options: Asking<Name>): Promise<AnswerOf<Declared[Name]>> {
  const { method, service, path } = partsOfName(name);
  const headers = method === 'POST' ? { 'Idempotency-Key': newRequestId(), ...options.headers } : options.headers;
  return call(method, servicePath(service, path), { ...options, ...(headers ? { headers } : {}) });
}

/** Method, service and path of a call's name. */
export function partsOfName(name: CallName): { readonly method: 'GET' | 'POST'; readonly service: Service; readonly path: string } {
  const [, method, service, path = ''] = /^(\S+) ([^/]+)\/(.+)$/.exec(name) ?? [];
  return { method: method as 'GET', service: service as Service, path };
}
