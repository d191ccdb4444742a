import { expose } from 'comlink';
import { readDate, type DateReading } from '#domain/sample/import/readDate.ts';

/** Reads dates beside the import: the same rule as everywhere, on another core. */
const dateCheck = {
  read(texts: readonly string[]): (readonly [string, DateReading])[] {
    return texts.map((text) => [text, readDate(text)] as const);
  },
  /** Lets another worker ask directly. */
  connect(port: MessagePort): void {
    expose(dateCheck, port);
  },
};
export type DateCheck = typeof dateCheck;

expose(dateCheck);
