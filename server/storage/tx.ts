import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

/** An open transaction. Never await anything but the database inside one (the embedded engine has one session). */
export type Tx = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];
