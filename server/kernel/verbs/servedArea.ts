import type { BlobStore } from '#server/kernel/core/blobStore.ts';
import type { ListSources } from '#server/kernel/export/listSources.ts';
import type { Jobs } from '#server/kernel/http/jobs.ts';
import type { Call, ServedCommand } from '#server/kernel/http/serve.ts';
import type { View } from '#server/kernel/resource/views.ts';
import type { Database } from '#server/storage/database.ts';
import type { ServedListing } from './listing.ts';

/** What documents are made and stored with. */
export interface Making {
  readonly database: Database;
  readonly blobs: BlobStore;
  /** Signs a finished document by the laboratory's certificate, where it has one: what it was stays the beginning of what it is. */
  readonly sign?: PdfSigning | undefined;
}
/** Throws UserError 503 where nothing can be signed today. */
export interface PdfSigning {
  (pdf: Uint8Array, reason: string): Promise<Uint8Array>;
  /** The certificate's last moment, yyyy-MM-dd HH:mm:ss. */
  readonly notAfter: string;
}

/** What the steps need of the outside. */
export interface StepPorts {
  /** null where none are being done: what needs them is refused. */
  readonly jobs: Jobs | null;
  /** What is made before a transaction is made with these; absent where nothing is: what needs it is refused. */
  readonly making?: Making;
}

/** All that an area serves; what is new in an area is named in its `area.ts` alone. */
export interface ServedArea {
  /** Every step with a rule. */
  readonly commands?: (ports: StepPorts) => readonly ServedCommand[];
  /** The SELECTs behind described resources with `view: true`. */
  readonly views?: readonly View[];
  /** Lists over several tables; their calls are served with them. */
  readonly listings?: readonly ServedListing[];
  /** Hand-written calls that are neither a resource's verb nor a step. */
  readonly calls?: readonly Call[];
  /** Described lists that are read by hand for a file, by resource. */
  readonly sources?: ListSources;
}
