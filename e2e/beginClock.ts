/** Vitest runs it before each file: under a test clock (`testClock.mjs`) the file begins at that very time. */
(globalThis as { beginClock?: () => void }).beginClock?.();
