/** What is done with a scan that no box on the page can hear; true where it was taken. One taker: the shell's. */
type Taker = (code: string) => boolean;
let taker: Taker | null = null;

/** Answers the function that ends it. */
export function takeStrayScans(take: Taker): () => void {
  taker = take;
  return () => {
    if (taker === take) taker = null;
  };
}

export const isTaken = (code: string): boolean => taker?.(code) ?? false;
