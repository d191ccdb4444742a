import type { SQL } from 'drizzle-orm';
import type { Tx } from '#server/storage/tx.ts';

/** A version as its deliveries are concerned. */
export interface Delivered {
  readonly reportId: string;
  readonly versionId: string;
}

/** A way in which a report reaches its readers. Each acts within the act that changed the report. */
export interface Channel {
  /** A version was issued: writes down what is to be sent once its hold time is over. */
  readonly plan: (tx: Tx, tenantId: string, version: Delivered, now: string) => Promise<void>;
  /** Its withdrawal was applied for: nothing more is sent, what can be opened says that it is being corrected. */
  readonly hold: (tx: Tx, tenantId: string, version: Delivered, now: string) => Promise<void>;
  /** The application was rejected: all goes on where it was held. */
  readonly resume: (tx: Tx, tenantId: string, version: Delivered, now: string) => Promise<void>;
  /** It was withdrawn: what was not sent is withdrawn, what can be opened is dead. */
  readonly withdraw: (tx: Tx, tenantId: string, version: Delivered, now: string) => Promise<void>;
  /** Whether something of the version `v` (an alias of `report_version`) may have left the house. */
  readonly hasLeft: SQL;
}
