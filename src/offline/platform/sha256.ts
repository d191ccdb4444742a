/**
 * SHA-256 of a text's UTF-8 bytes, hex. Own, because `crypto.subtle` is missing on plain-http addresses
 * and because an IndexedDB transaction must not wait for it.
 */
export function sha256Hex(text: string): string {
  const bytes = encoder.encode(text);
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x2000_0000));
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  hash.set(initial);
  for (let at = 0; at < padded.length; at += 64) mixBlock(view, at);
  let hex = '';
  for (const word of hash) hex += word.toString(16).padStart(8, '0');
  return hex;
}

const primes = firstPrimes(64);
const fraction = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32) >>> 0;
const initial = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const constants = Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));

function firstPrimes(count: number): readonly number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number++) if (found.every((prime) => number % prime !== 0)) found.push(number);
  return found;
}

const encoder = new TextEncoder();
/** Scratch: nothing here waits in between. */
const hash = new Uint32Array(8);
const words = new Uint32Array(64);

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function mixBlock(view: DataView, at: number): void {
  for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + i * 4);
  for (let i = 16; i < 64; i++) {
    const w15 = words[i - 15]!;
    const w2 = words[i - 2]!;
    words[i] = words[i - 16]! + (turn(w15, 7) ^ turn(w15, 18) ^ (w15 >>> 3)) + words[i - 7]! + (turn(w2, 17) ^ turn(w2, 19) ^ (w2 >>> 10));
  }
  // One by one: lists of eight would be made anew sixty-four times a block, and this runs before each act is saved.
  let a = hash[0]!;
  let b = hash[1]!;
  let c = hash[2]!;
  let d = hash[3]!;
  let e = hash[4]!;
  let f = hash[5]!;
  let g = hash[6]!;
  let h = hash[7]!;
  for (let i = 0; i < 64; i++) {
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + constants[i]! + words[i]!) | 0;
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  hash[0]! += a;
  hash[1]! += b;
  hash[2]! += c;
  hash[3]! += d;
  hash[4]! += e;
  hash[5]! += f;
  hash[6]! += g;
  hash[7]! += h;
}
