/**
 * Answers a function that asks for `work`: at once where none is running, and once more at the end for all that asked
 * meanwhile; never two at a time, and never sooner than `gapMs(tookMs)` after the last one began to rest.
 * `work` deals with its own errors.
 */
export function coalesced(work: () => Promise<unknown> | undefined, gapMs: (tookMs: number) => number): () => void {
  let isBusy = false;
  let isAsked = false;
  const run = async (): Promise<void> => {
    isBusy = true;
    isAsked = false;
    const started = performance.now();
    try {
      await work();
    } finally {
      setTimeout(
        () => {
          isBusy = false;
          if (isAsked) void run();
        },
        gapMs(performance.now() - started),
      );
    }
  };
  return () => {
    isAsked = true;
    if (!isBusy) void run();
  };
}
