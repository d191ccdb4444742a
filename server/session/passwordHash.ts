import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** argon2id (the library's default), 19 MiB, two passes: OWASP's floor, about 6 ms (docs/wire.md#passwords). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), cost);
}

let decoy: Promise<string> | undefined;

/** True where the password is the one behind the hash. Takes as long for an unknown account (null), so that nobody learns which exist. */
export async function isPasswordOf(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(16).toString('hex'));
  const isRight = await verify(passwordHash ?? (await decoy), password.normalize('NFKC'));
  return isRight && passwordHash !== null;
}

/** A password for one use, without letters that are mistaken for others: 16 characters, about 90 bits. */
export function oneTimePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  let password = '';
  while (password.length < 15) {
    const [byte = 255] = randomBytes(1);
    // Beyond the last whole multiple the choice would be uneven.
    if (byte < letters.length * 4) password += letters[byte % letters.length];
  }
  return `${password}7`;
}
