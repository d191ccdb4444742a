import { readFileSync, rmSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright';
import { openDatabase } from '#server/storage/database.ts';
import { Api } from '../../../e2e/support/api.ts';
import { signIn, storedRows, waitUntilReady } from '../../../e2e/support/console.ts';
import { readMaster, summaryPayload, type Master } from '../../../e2e/support/prepare.ts';
import { password, startProduct, type Product } from '../../../e2e/support/product.ts';
import { keepNames } from '../../house.ts';
import { ownPerson } from '../acts.ts';
import { recordOf } from '../ledger.ts';
import type { Choice, Rig, System } from '../system.ts';
import { openWire } from '../wire.ts';
import { buildClient, type Client } from './client.ts';
import { openIdleDoor } from './idleDoor.ts';
import type { CommandName, OurAct, OurPage } from './page.ts';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string };
const account = 'reception';
const trayStates = ['rejected', 'conflict', 'quarantined'];

/** The product as it is released: its server on its embedded database, its service worker, its console with a person signed in. */
export async function ourSystem(): Promise<System> {
  const house = new House(await buildClient());
  await house.start();
  return {
    key: 'ours',
    title: 'Accession',
    version,
    setting: 'the released console signed in as reception on the home screen, its own server with its rules on the embedded database',
    hasHandlers: true,
    isOneByOne: false,
    prepare: (choice) => house.rig(choice),
    close: () => house.close(),
  };
}

class House {
  readonly #client: Client;
  #product!: Product;
  #admin!: Api;
  #master!: Master;
  #runs = 0;
  /** Every act that was saved, by its key. */
  readonly #nameByKey = new Map<string, string>();

  constructor(client: Client) {
    this.#client = client;
  }

  async start(at: { port?: number; dataDir?: string } = {}): Promise<void> {
    this.#product = await startProduct({ ...at, env: { DIST_DIR: this.#client.dist } });
    this.#admin = await Api.login(`http://127.0.0.1:${this.#product.port}`, 'admin');
    this.#master = await readMaster(this.#admin);
  }

  /** How often each act was applied, as the database has it. */
  async close(): Promise<ReadonlyMap<string, number>> {
    await this.#product.stop();
    const database = await openDatabase({ dataDir: this.#product.dataDir, databaseUrl: undefined });
    const { rows } = await database.pool.query<{ op_id: string; times: number }>(
      'select op_id, count(*)::int as times from audit_entry where op_id is not null group by op_id',
    );
    await database.close();
    rmSync(this.#product.dataDir, { recursive: true, force: true });
    this.#client.remove();
    return new Map(rows.flatMap(({ op_id, times }) => (this.#nameByKey.has(op_id) ? [[this.#nameByKey.get(op_id) ?? '', times]] : [])));
  }

  async rig({ isIdle = false }: Choice = {}): Promise<Rig> {
    const door = isIdle ? await openIdleDoor(this.#product.port) : null;
    const wire = await openWire(door?.port ?? this.#product.port);
    const prefix = `Q${String(++this.#runs).padStart(2, '0')}`;
    const mine = new Set<string>();
    const pages: Page[] = [];
    let context: BrowserContext | null = null;
    let page: Page | undefined;
    const inPage = (): Page => {
      if (!page) throw new Error('ours: not open');
      return page;
    };
    const openPage = async (): Promise<void> => {
      if (!context) throw new Error('ours: no browser');
      page = await context.newPage();
      pages.push(page);
      await page.addInitScript(keepNames);
      await this.#enter(page, wire.address);
    };
    const closePages = async (): Promise<void> => {
      for (const open of pages.splice(0)) await open.close().catch(() => undefined);
    };
    const act = (record: number, edit = 0): OurAct => this.#act(prefix, record, edit);
    return {
      wire,
      carries: (line) => line.includes('/offline/ops'),
      sends: (line) => line.includes('/offline/ops'),
      isAnsweredByWire: false,
      async open(next) {
        await closePages();
        context = next;
        await openPage();
      },
      openSecondTab: openPage,
      useTab: (index) => void (page = pages[index]),
      update: () => this.#update(inPage(), wire.address),
      act,
      refusable: async (records, status) => {
        const acts = records.map((record) => act(record));
        if (status === '403')
          return acts.map((one): OurAct => ({ ...one, command: 'labTask.receive', body: { code: one.record, inputMode: 'scan' } }));
        if (status === '422') return acts.map((one) => ({ ...one, body: { ...(one.body as object), commodityIds: ['1'] } }));
        await this.#takeBefore(acts);
        return acts;
      },
      save: async (acts) => {
        const saved = await inPage().evaluate((given) => (globalThis as unknown as { ours: OurPage }).ours.saveAll(given), acts as OurAct[]);
        for (const [index, name] of saved.taken.entries()) {
          mine.add(name);
          this.#nameByKey.set(saved.opIds[index] ?? '', name);
        }
        return saved;
      },
      poison: (acts) => this.#takeBefore(acts as OurAct[]),
      // A person signs in anew on the page that is open.
      resume: () =>
        inPage().evaluate(async ([who, secret]) => void (await (globalThis as unknown as { ours: OurPage }).ours.signInAgain(who, secret)), [
          account,
          password,
        ] as const),
      nudge: () => Promise.resolve(),
      ledger: () => (door ? Promise.resolve(this.#named(door.taken)) : this.#ledger(inPage(), mine)),
      held: () => this.#held(inPage()),
      async close() {
        await closePages();
        await wire.close();
        await door?.close();
      },
    };
  }

  /** The home screen with somebody signed in who can save. */
  async #enter(page: Page, address: string): Promise<void> {
    await page.goto(`${address}/`);
    await page.locator('input[name=username], header').first().waitFor();
    if (await page.locator('input[name=username]').isVisible()) await signIn(page, address, account);
    await waitUntilReady(page);
    await page.evaluate(async (script) => void (await import(script)), this.#client.script);
    await page.waitForFunction(() => (globalThis as unknown as { ours?: OurPage }).ours?.canSave(), null, { timeout: 30_000 });
  }

  /** As the operator puts a release in place, and the person at the desk accepts it. */
  async #update(page: Page, address: string): Promise<void> {
    const { port, dataDir } = this.#product;
    await this.#product.stop();
    this.#client.release();
    await this.start({ port, dataDir });
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.update();
      while (!registration?.waiting) await new Promise((resolve) => setTimeout(resolve, 50));
    });
    const isLoaded = page.waitForEvent('load');
    await page.evaluate(() => void (globalThis as unknown as { ours: OurPage }).ours.acceptUpdate());
    await isLoaded;
    await this.#enter(page, address);
  }

  #act(prefix: string, record: number, edit: number): OurAct {
    const master = this.#master;
    // A person of its own for each: the same one twice within a month asks for an answer.
    const body = { ...summaryPayload(master, 'CBC01', 'EDTA全血', `BEN${prefix}`, record), ...ownPerson(Number(prefix.slice(1)) * 3000 + record) };
    const name: CommandName = edit === 0 ? 'summary.enter' : 'summary.amendItems';
    // Another list of items each time, so that none is a repeat.
    const amended = ['BIO07', 'CBC01', 'BIO07'].slice(0, edit + 1).map((code) => master.commodities.get(code)?.id);
    const amendment = {
      requisitionCode: body.requisitionCode,
      commodityIds: [...new Set(edit % 2 === 1 ? amended : amended.slice(1, 2))],
      reason: '补项',
    };
    return { command: name, record: body.requisitionCode, edit, body: edit === 0 ? body : amendment };
  }

  /** Another desk enters the same requisitions, with another person on them. */
  async #takeBefore(acts: readonly OurAct[]): Promise<void> {
    for (const { body } of acts) {
      const payload = body as ReturnType<typeof summaryPayload>;
      const tubes = payload.tubes.map((tube) => ({ ...tube, sampleCode: `${tube.sampleCode}X`, testTubeNumber: `${tube.testTubeNumber}X` }));
      await this.#admin.post('accession-lims-sample/enter-info/enter-summary', { ...payload, personName: '别的人', age: 61, tubes });
    }
  }

  #named(byKey: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
    return new Map([...byKey].flatMap(([key, times]) => (this.#nameByKey.has(key) ? [[this.#nameByKey.get(key) ?? '', times]] : [])));
  }

  /** Receptions by what the server knows, changes by its receipts; counted in the end by what the database holds. */
  async #ledger(page: Page, mine: ReadonlySet<string>): Promise<ReadonlyMap<string, number>> {
    const acked = (await storedRows(page, 'accession-outbox', 'receipts')).filter(({ state }) => state === 'acked');
    const names = new Set(acked.flatMap(({ opId }) => this.#nameByKey.get(String(opId)) ?? []).filter((name) => mine.has(name)));
    const requisitionCodes = [...mine].filter((name) => name.endsWith('/0')).map(recordOf);
    const { requisitionCodes: known } = await this.#admin.post<{ requisitionCodes: string[] }>('accession-lims-sample/enter-info/known-codes', {
      requisitionCodes,
    });
    const tray = new Set((await this.#held(page)).tray);
    for (const code of known) if (!tray.has(`${code}/0`)) names.add(`${code}/0`);
    return new Map([...names].map((name) => [name, 1]));
  }

  async #held(page: Page): Promise<{ waiting: string[]; tray: string[] }> {
    const rows = await storedRows(page, 'accession-outbox', 'ops');
    const named = rows.flatMap(({ opId, state }) => {
      const name = this.#nameByKey.get(String(opId));
      return name ? [{ name, isInTray: trayStates.includes(String(state)) }] : [];
    });
    return {
      waiting: named.filter(({ isInTray }) => !isInTray).map(({ name }) => name),
      tray: named.filter(({ isInTray }) => isInTray).map(({ name }) => name),
    };
  }
}
