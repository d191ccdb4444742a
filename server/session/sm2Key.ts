import { sm2 } from 'sm-crypto';

/** An SM2 pair in hex: the public key with its leading 04, as clients of the family are configured with it. */
export interface Sm2Pair {
  readonly publicKey: string;
  readonly privateKey: string;
}

const c1c2c3 = 0;
/** C1 and C3 around one character at least and 400 at most; some clients send the point's leading 04. */
const sealedShape = /^[0-9a-f]{194,994}$/i;

export function makeSm2Pair(): Sm2Pair {
  const { publicKey, privateKey } = sm2.generateKeyPairHex();
  return { publicKey, privateKey };
}

/** A pair as it is kept: one text that no reader of JSON takes for a number or an object. */
export const writeSm2Pair = ({ publicKey, privateKey }: Sm2Pair): string => `sm2 ${publicKey} ${privateKey}`;
export function readSm2Pair(kept: string): Sm2Pair {
  const [, publicKey = '', privateKey = ''] = kept.split(' ');
  return { publicKey, privateKey };
}

/** Seals a text as clients of the public flavour do (docs/wire.md#passwords). */
export function sealWithSm2(text: string, publicKey: string): string {
  return sm2.doEncrypt(text, publicKey, c1c2c3);
}

/** Opens SM2 ciphertext in hex, C1C2C3; null where it is anything else: the caller answers as for a wrong password. */
export function openWithSm2({ privateKey }: Sm2Pair, sealed: string): string | null {
  if (!sealedShape.test(sealed) || sealed.length % 2 === 1) return null;
  const spellings = sealed.startsWith('04') ? [sealed, sealed.slice(2)] : [sealed];
  for (const spelling of spellings) {
    try {
      const text = sm2.doDecrypt(spelling, privateKey, c1c2c3);
      if (text !== '') return text;
    } catch {
      // No point of the curve, or no text: not ours.
    }
  }
  return null;
}
