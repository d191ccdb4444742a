/** A desk keeps this much of a queue, oldest first: some days of work for one person. The rest moves up as these are done. */
export const mostKeptRows = 2_000;
