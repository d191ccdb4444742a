import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answer, Ledger } from './ledger.ts';
import { nameOf, type Act } from './peers/peer.ts';

interface BulkDocs {
  readonly docs: readonly (Act & { readonly _id: string; readonly _rev: string })[];
}

/** express-pouchdb on PouchDB's memory adapter: the server of PouchDB's own documentation, begun when first asked. */
export class Couch {
  #address: Promise<string> | null = null;
  #close: () => Promise<void> = () => Promise.resolve();

  get isUsed(): boolean {
    return this.#address !== null;
  }

  /** A poisoned document is denied by itself, as a validation function of the database would. */
  async take(method: string, path: string, body: string, poisoned: ReadonlySet<string>): Promise<Answer> {
    const address = await (this.#address ??= this.#begin());
    if (!path.endsWith('/_bulk_docs') || poisoned.size === 0) return forward(`${address}${path}`, method, body);
    const { docs, ...rest } = JSON.parse(body) as BulkDocs;
    const answer = await forward(`${address}${path}`, method, JSON.stringify({ ...rest, docs: docs.filter(({ _id }) => !poisoned.has(_id)) }));
    const denied = docs
      .filter(({ _id }) => poisoned.has(_id))
      .map(({ _id, _rev }) => ({ id: _id, rev: _rev, status: 403, error: 'forbidden', name: 'forbidden', reason: 'refused' }));
    return { status: answer.status, body: [...(JSON.parse(answer.body as string) as unknown[]), ...denied] };
  }

  /** Documents by what their winning revision says; a second leaf would be a second application. */
  async ledger(): Promise<Ledger> {
    const { body } = await forward(`${await this.#address}/acts/_all_docs?include_docs=true&conflicts=true`, 'GET', '');
    const { rows = [] } = JSON.parse(body as string) as { rows?: { doc: Act & { _conflicts?: string[] } }[] };
    return new Map(rows.map(({ doc }) => [nameOf(doc), 1 + (doc._conflicts?.length ?? 0)]));
  }

  close(): Promise<void> {
    return this.#close();
  }

  async #begin(): Promise<string> {
    const load = createRequire(new URL('./peers/package.json', import.meta.url));
    const PouchDB = load('pouchdb') as { plugin(plugin: unknown): void; defaults(given: unknown): unknown };
    PouchDB.plugin(load('pouchdb-adapter-memory'));
    const folder = mkdtempSync(join(tmpdir(), 'accession-couch-'));
    const serveCouch = load('express-pouchdb') as (store: unknown, settings: unknown) => RequestListener;
    // Each origin its own memory: the adapter keeps its databases by name.
    const prefix = `couch-${Math.random().toString(36).slice(2)}-`;
    const store = PouchDB.defaults({ adapter: 'memory', prefix });
    const server = createServer(serveCouch(store, { mode: 'minimumForPouchDB', inMemoryConfig: true, logPath: join(folder, 'log.txt') }));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.#close = async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      rmSync(folder, { recursive: true, force: true });
    };
    return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  }
}

async function forward(url: string, method: string, body: string): Promise<Answer> {
  const answer = await fetch(url, { method, headers: { 'content-type': 'application/json' }, ...(method === 'GET' ? {} : { body }) });
  return { status: answer.status, body: await answer.text() };
}
