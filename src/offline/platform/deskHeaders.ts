import { deviceCredentialHeader } from '#domain/kernel/offlineWire.ts';
import { readFact } from '#src/api/deviceDb.ts';

/** By what the desk proves itself, beside a session or alone: the server believes what is said of a desk from itself. */
export async function deskHeaders(): Promise<Readonly<Record<string, string>>> {
  const credential = await readFact('deviceCredential');
  return credential ? { [deviceCredentialHeader]: credential } : {};
}
