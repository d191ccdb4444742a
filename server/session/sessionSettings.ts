import { clientPairOf } from './ownClient.ts';
import type { SessionSettings } from './sessionRoutes.ts';

/**
 * How people sign in, from the environment: TENANT_MODE=1, PUBLIC_URL, TOKEN_SECONDS (age at which clients renew) and
 * PASSWORD_DAYS (0: passwords do not expire), which settle the parameters of these names from outside, CLIENT_ID and CLIENT_SECRET, and CRYPTO=token, body or token,body with CRYPTO_KEY of
 * 16, 24 or 32 characters. Throws with the variable's name where one is malformed.
 */
export function sessionSettingsOf(env: NodeJS.ProcessEnv): SessionSettings {
  const whole = (name: string, most: number): number | undefined => {
    if (!env[name]) return undefined;
    const value = Number(env[name]);
    if (!Number.isInteger(value) || value < 0 || value > most) throw new Error(`${name} is not a whole number up to ${most}: ${env[name]}`);
    return value;
  };
  const publicUrl = (env['PUBLIC_URL'] ?? '').replace(/\/+$/, '');
  if (publicUrl && !/^https?:\/\/[^/\s]+$/.test(publicUrl)) throw new Error(`PUBLIC_URL must be http(s)://host[:port]: ${publicUrl}`);
  const [tokenSeconds, passwordDays] = [whole('TOKEN_SECONDS', 3_600), whole('PASSWORD_DAYS', 3_650)];
  return {
    isTenantMode: env['TENANT_MODE'] === '1',
    ...(tokenSeconds === undefined ? {} : { tokenSeconds }),
    ...(passwordDays === undefined ? {} : { passwordDays }),
    publicUrl: publicUrl || null,
    crypto: cryptoOf(env),
    client: clientPairOf(env),
  };
}

function cryptoOf(env: NodeJS.ProcessEnv): SessionSettings['crypto'] {
  const parts = (env['CRYPTO'] ?? '').split(',').filter(Boolean);
  if (parts.length === 0) return null;
  const key = env['CRYPTO_KEY'] ?? '';
  if (parts.some((part) => part !== 'token' && part !== 'body')) throw new Error(`CRYPTO names token, body or both: ${env['CRYPTO']}`);
  if (![16, 24, 32].includes(Buffer.byteLength(key))) throw new Error('CRYPTO_KEY must be 16, 24 or 32 bytes long');
  return { key, isTokenSealed: parts.includes('token'), isBodySealed: parts.includes('body') };
}
