let lastMs = 0;
let counter = 0;

/**
 * A UUIDv7: ordered by time, later ones of the same millisecond by a counter.
 * Needs no secure context, unlike `crypto.randomUUID`.
 */
export function newUuid(): string {
  const random = crypto.getRandomValues(new Uint8Array(16));
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    counter = (random[6]! << 4) & 0x7ff;
  } else if (++counter > 0xfff) {
    lastMs += 1;
    counter = 0;
  }
  let tail = '';
  for (let at = 8; at < 16; at++) tail += hexOf[at === 8 ? (random[at]! & 0x3f) | 0x80 : random[at]!];
  const time = lastMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}

const hexOf = Array.from({ length: 256 }, (_none, byte) => byte.toString(16).padStart(2, '0'));
