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
  const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
  const tail = Array.from(random.subarray(8), (byte, index) => hex(index === 0 ? (byte & 0x3f) | 0x80 : byte, 2)).join('');
  const time = hex(lastMs, 12);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(counter, 3)}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}
