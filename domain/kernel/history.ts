/** What one act changed of a described row, as `<resource>/history` answers it. */
export interface HistoryEntry {
  readonly id: string;
  /** `resource.verb`, or the name of a command. */
  readonly action: string;
  readonly createTime: string;
  readonly userName: string;
  readonly deviceId: string | null;
  readonly reason: string | null;
  /** Described fields by their own names, as they are spelled on the wire; null where there was no row before. */
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  /** What the ids in `before` and `after` are called: field, then id. */
  readonly names: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
