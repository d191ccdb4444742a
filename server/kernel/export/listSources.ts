import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Label, Language } from '#domain/kernel/label.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import type { FileTaker } from '#server/kernel/core/patients.ts';
import type { Query } from '#server/kernel/resource/resourceQuery.ts';
import { resourceReader, type WireRow } from '#server/kernel/resource/resourceRead.ts';
import type { View } from '#server/kernel/resource/views.ts';

/** A list somebody wants as a file. */
export interface AskedList {
  readonly db: NodePgDatabase;
  readonly user: FileTaker;
  readonly query: Query;
  readonly language: Language;
}
/** How it is read: within the tenant and the laboratories of who asks, as its page is. */
export interface ListSource {
  /** Whose fields are the columns. */
  readonly resource: Resource;
  /** What it was filtered by, where the list adds to what was asked. */
  readonly query?: Query;
  /** More to tell on the second sheet once the rows are written: what was left out, and why. */
  readonly notes?: () => readonly (readonly [title: Label, value: string])[];
  /** It may say who patients are where no column of its own is one of theirs. */
  readonly tellsPatients?: true;
  /** Its heads are what a machine reads it by. */
  readonly isHeadLocked?: true;
  readonly count: (most: number) => Promise<number>;
  readonly all: (most: number, tooMany: () => Error) => AsyncGenerator<readonly WireRow[]>;
}
/** Lists that are read by hand, by resource. */
export type ListSources = Readonly<Record<string, (asked: AskedList) => Promise<ListSource>>>;

/** Finds how any described list is read. */
export type FindSource = (resource: Resource, asked: AskedList) => Promise<ListSource>;

export function listSources(views: readonly View[], byHand: ListSources): FindSource {
  const known = new Map(views.map((view) => [view.name, view]));
  return async (resource, asked) => {
    const own = byHand[resource.name];
    if (own) return own(asked);
    const reader = resourceReader(asked.db, resource, asked.user, known);
    return {
      resource,
      count: (most) => reader.count(asked.query, most),
      all: (most, tooMany) => reader.all(asked.query, most, tooMany),
    };
  };
}
