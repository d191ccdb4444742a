/** Minutes until what did not reach its ERP, or what nobody knows of, is tried again; after the last of them always that long. */
const pauses = [1, 2, 5, 15, 60] as const;
export const erpPause = (tries: number): number => pauses[tries - 1] ?? 60;
/** Minutes after which one that was being told counts as abandoned: longer than all that is asked of an ERP for one document. */
export const erpLease = 10;
