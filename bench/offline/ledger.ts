/** What a server holds: `record/edit` of each act that arrived, and how often it was applied. */
export type Ledger = ReadonlyMap<string, number>;
export const recordOf = (name: string): string => name.slice(0, name.lastIndexOf('/'));

/** An answer of one of the bench's servers. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly type?: string;
}
