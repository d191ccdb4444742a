import { ownClientId } from '#domain/system/authClient.ts';
import { fingerprint } from './tokens.ts';

/** The programme in our page, as shipped. Its secret is printed in every browser and only names it (docs/wire.md#headers). */
export const ownClientPair = `${ownClientId}:${ownClientId}_secret`;

/** What `CLIENT_ID` and `CLIENT_SECRET` make of it. Throws with the variable's name where one is malformed. */
export function clientPairOf(env: NodeJS.ProcessEnv): string {
  const id = env['CLIENT_ID'] || ownClientId;
  if (!/^[\w.-]{1,32}$/.test(id)) throw new Error(`CLIENT_ID must be up to 32 letters, digits, dots and dashes: ${id}`);
  const secret = env['CLIENT_SECRET'] || `${id}_secret`;
  if (!/^[\w.~+/=-]{1,128}$/.test(secret)) throw new Error('CLIENT_SECRET must be up to 128 letters, digits and . _ ~ + / = -');
  return `${id}:${secret}`;
}

/** The shipped programmes, and the one that this installation's page is. */
export const clientsOf = (pair: string): { readonly clientId: string; readonly secretHash: string }[] => {
  const [id = '', secret = ''] = pair.split(':');
  const shipped = [ownClientId, 'saber', 'saber3'].filter((clientId) => clientId !== id);
  return [[id, secret] as const, ...shipped.map((clientId) => [clientId, `${clientId}_secret`] as const)].map(([clientId, text]) => ({
    clientId,
    secretHash: fingerprint(text),
  }));
};
