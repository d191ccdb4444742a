import { rmSync } from 'node:fs';
import type { Page } from 'playwright';
import { detailSubject } from '#domain/sample/detailEntry.ts';
import { Api } from '../support/api.ts';
import { scan, signIn } from '../support/console.ts';
import { Desk } from '../support/desk.ts';
import type { LoopDisk } from '../support/loopDisk.ts';
import { wayIn } from '../support/badDay.ts';
import { enterTubes, handOver, readMaster } from '../support/prepare.ts';
import { startProduct, type Product } from '../support/product.ts';
import { openLink, type Link } from '../support/proxy.ts';
import { enterForm, formRoute, makeForms } from './entryForms.ts';
import { judge, type Judged, type Said, untilEmpty } from './judge.ts';
import { type Cycle, formPage, needed, rejectPage } from './plan.ts';
import { photographOf, rejectRoute, rejectWithPhotograph } from './rejections.ts';
import { leave, partnerRoute, pause, scannerRoute, shiftClock, stand, verdictOf } from './standing.ts';

export interface TortureOptions {
  readonly plan: readonly Cycle[];
  /** The negative control: a server that forgets its keys. */
  readonly hasNoDedupe?: boolean;
  /** Where the browser's profile lies; needed where the plan cuts the power. */
  readonly disk?: LoopDisk;
  readonly tell?: (line: string) => void;
  /** Asked before each cycle: enough, heal and judge. */
  readonly isEnough?: () => boolean;
}
export interface TortureReport extends Judged {
  readonly kills: number;
  /** Scans that were planned while no scanner was shown. */
  readonly skipped: number;
  /** Uploads the desk never had the server's own answer to: it counts what the rows cannot, as rows that came back from the journal begin their attempts anew. */
  readonly unanswered: number;
  /** Cycles that were played. */
  readonly cycles: number;
  /** Why no more of them were; null where all were that were wanted. */
  readonly fault: string | null;
}

const accounts = ['lab', 'admin'] as const;
type Account = (typeof accounts)[number];

export const startTortured = (hasNoDedupe = false): Promise<Product> =>
  startProduct({ script: 'server/proof/tortureServer.ts', env: hasNoDedupe ? { NO_DEDUPE: '1' } : {} });

/** Tubes at laboratory receipt, by their codes. `direct`: the server without a link between. */
export async function makeTubes(direct: string, count: number): Promise<readonly string[]> {
  const admin = await Api.login(direct, 'admin');
  const lab = await Api.login(direct, 'lab');
  const master = await readMaster(admin);
  const made = await enterTubes(admin, await Api.login(direct, 'entry1'), master, 'TUBE', count);
  for (let from = 0; from < made.length; from += 100)
    await handOver(admin, lab, String(master.commodities.get('CBC01')?.id), made.slice(from, from + 100));
  return made;
}

/** Tubes a partner has told of, by our codes; they are due while the run lasts. */
export async function announceTubes(direct: string, count: number): Promise<readonly string[]> {
  if (count === 0) return [];
  const admin = await Api.login(direct, 'admin');
  const push = await wayIn(direct, admin, await readMaster(admin));
  const due = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  const told = Array.from({ length: count }, (_none, index) => ({ barcode: `AWAIT${String(index).padStart(5, '0')}`, courier: '', due, index }));
  await push(told);
  return told.map(({ barcode }) => barcode);
}

/** Runs in a page: what the login says, and what stands in it. */
const shownAtLogin = (): string =>
  [document.body.innerText.slice(0, 300), ...[...document.querySelectorAll('input')].map(({ name, value }) => `${name}=${value}`)].join(' ');

/** A scan, and what the screen says of it. */
async function scanned(page: Page, code: string): ReturnType<typeof verdictOf> {
  await scan(page, code);
  return verdictOf(page, code);
}

/** What stands in each tab. */
const routes = [scannerRoute, partnerRoute, formRoute, rejectRoute] as const;
/** What is done with a code at the tab it is for; a scan elsewhere. */
const works: Readonly<Record<number, typeof scanned>> = { [formPage]: enterForm, [rejectPage]: rejectWithPhotograph };

/** One run: a desk of four tabs and a worker is struck by everything the plan holds while a person scans; healed, all must be accounted for. */
export async function torture({ plan, hasNoDedupe, disk, tell = () => undefined, isEnough = () => false }: TortureOptions): Promise<TortureReport> {
  const product = await startTortured(hasNoDedupe);
  const link = await openLink(product.port);
  const desk = new Desk(undefined, disk ? { profile: `${disk.path}/profile` } : {});
  try {
    const run = new Run(`http://127.0.0.1:${product.port}`, link, desk, disk ?? null, tell);
    await run.prepare(plan);
    let fault: string | null = null;
    for (const [index, cycle] of plan.entries()) {
      if (isEnough()) break;
      tell(`${index + 1}/${plan.length} ${cycle.link}→${cycle.later} ${cycle.blow} ${cycle.acts.length} acts`);
      // Where the hand that plays is at fault, what was played until then is judged all the same.
      fault = await run.play(cycle).then(
        () => null,
        (error: unknown) => String(error),
      );
      if (fault !== null) break;
    }
    return { ...(await run.end()), fault };
  } finally {
    await desk.close();
    await link.close();
    await product.stop();
    rmSync(product.dataDir, { recursive: true, force: true });
  }
}

class Run {
  readonly #direct: string;
  readonly #link: Link;
  readonly #desk: Desk;
  readonly #disk: LoopDisk | null;
  readonly #said: Said[] = [];
  readonly #codes = {
    tube: [] as string[],
    taken: [] as string[],
    unknown: [] as string[],
    awaited: [] as string[],
    form: [] as string[],
    refused: [] as string[],
  };
  #pages: Page[] = [];
  #account: Account = 'lab';
  readonly #tell: (line: string) => void;
  #cycles = 0;
  #kills = 0;
  #skipped = 0;
  #unanswered = 0;

  constructor(direct: string, link: Link, desk: Desk, disk: LoopDisk | null, tell: (line: string) => void) {
    this.#tell = tell;
    this.#direct = direct;
    this.#link = link;
    this.#desk = desk;
    this.#disk = disk;
  }

  /** Tubes that wait for the lab, tubes it has, and a desk that knows both people. */
  async prepare(plan: readonly Cycle[]): Promise<void> {
    const waiting = needed(plan, 'tube');
    const made = await makeTubes(this.#direct, waiting + needed(plan, 'taken'));
    this.#codes.tube.push(...made.slice(0, waiting));
    this.#codes.taken.push(...made.slice(waiting));
    const lab = await Api.login(this.#direct, 'lab');
    for (const code of this.#codes.taken) await lab.post('accession-lims-lab/lab-task/receive', { code, inputMode: 'scan' });
    this.#codes.unknown.push(...Array.from({ length: needed(plan, 'unknown') }, (_, index) => `NOSUCH${String(index).padStart(5, '0')}`));
    this.#codes.awaited.push(...(await announceTubes(this.#direct, needed(plan, 'awaited'))));
    this.#codes.form.push(...(await makeForms(this.#direct, 'FORM', needed(plan, 'form'))));
    this.#codes.refused.push(...(await makeForms(this.#direct, 'REFUSE', needed(plan, 'refused'))));
    await this.#start();
    for (const account of accounts) {
      await this.#enter(account);
      await pause(500);
    }
  }

  async play(cycle: Cycle): Promise<void> {
    this.#link.set(cycle.link);
    // What the browser itself keeps of a new profile is on the disk by now, as after half a minute anywhere; the acts to come are not.
    if (cycle.blow === 'cutPower') this.#disk?.flush();
    const working = this.#work(cycle);
    await pause(cycle.blowAtMs);
    await this.#strike(cycle, working);
    await working;
    this.#link.set(cycle.later);
    await this.#standAll();
    await pause(cycle.restMs);
    const seen = this.#link.takeSeen().map((line) => line.split(' ')[0] ?? '');
    this.#unanswered += seen.filter((state) => state !== 'pass' && state !== 'slow').length;
    this.#tell(`  sent: ${seen.join(', ')}`);
    this.#cycles += 1;
  }

  async #work({ acts }: Cycle): Promise<void> {
    for (const { page: at, code: kind, afterMs } of acts) {
      await pause(afterMs);
      const code = this.#codes[kind].shift();
      const page = this.#pages[at];
      if (!code || !page) return;
      const subject = kind === 'form' ? detailSubject(code, 1) : code;
      const said = { code: subject, account: this.#account, ...(kind === 'awaited' ? { isOfPartner: true } : {}) };
      try {
        await page.bringToFront();
        await page.locator('[data-scan-box]').click({ timeout: 3000 });
      } catch {
        // It was not there to be used: nobody scanned.
        this.#codes[kind].unshift(code);
        this.#skipped += 1;
        continue;
      }
      // What is called saved of a refusal is its photograph, too.
      const all = kind === 'refused' ? [said, { ...said, code: photographOf(code) }] : [said];
      const say = (what: Said['kind']): void => void this.#said.push(...all.map((one) => ({ ...one, kind: what })));
      say('invoke');
      try {
        say(await (works[at] ?? scanned)(page, code));
      } catch (error) {
        this.#tell(`  ${String(error).split('\n')[0]}`);
        say('unknown');
      }
    }
  }

  async #strike({ blow, jumpMs }: Cycle, working: Promise<void>): Promise<void> {
    const [first, second, ...others] = this.#pages as [Page, Page, ...Page[]];
    switch (blow) {
      case 'none':
        return;
      case 'killBrowser':
        this.#kills += 1;
        await this.#desk.kill();
        await working;
        return this.#start();
      case 'cutPower':
        // At the word "saved", not before: what is promised then is what is tested.
        await working;
        this.#kills += 1;
        this.#disk?.cut();
        await this.#desk.kill();
        await this.#disk?.restore();
        return this.#start();
      case 'stopWorkers': {
        const devtools = await this.#desk.context.newCDPSession(first);
        await devtools.send('ServiceWorker.enable');
        await devtools.send('ServiceWorker.stopAllWorkers');
        return devtools.detach();
      }
      case 'reload':
        await first.reload({ waitUntil: 'commit' }).catch(() => undefined);
        return;
      case 'closeTab':
        await second.close();
        this.#pages = [first, await this.#tab(partnerRoute), ...others];
        return;
      case 'clock':
        for (const page of this.#pages) await page.evaluate(shiftClock, jumpMs).catch(() => undefined);
        return;
      case 'logout':
      case 'changePerson':
        await working;
        return this.#enter(blow === 'logout' ? this.#account : this.#account === 'lab' ? 'admin' : 'lab');
    }
  }

  /** Starts the browser (again) with its tabs. */
  async #start(): Promise<void> {
    const first = await this.#desk.open();
    await first.goto(`${this.#link.address}${scannerRoute}`, { waitUntil: 'commit' }).catch(() => undefined);
    this.#pages = [first];
    for (const route of routes.slice(1)) this.#pages.push(await this.#tab(route));
  }
  async #tab(route: string): Promise<Page> {
    const page = await this.#desk.context.newPage();
    await page.goto(`${this.#link.address}${route}`, { waitUntil: 'commit' }).catch(() => undefined);
    return page;
  }

  /** Signs in as somebody, with a link that lets them. */
  async #enter(account: Account): Promise<void> {
    this.#link.set('pass');
    const [page] = this.#pages as [Page];
    await page.bringToFront();
    await leave(page);
    this.#account = account;
    // A person whose sign-in fails reads why and tries again; three times is a fault.
    for (let attempt = 1; ; attempt += 1) {
      try {
        await signIn(page, this.#link.address, account);
        break;
      } catch (error) {
        const shown = await page.evaluate(shownAtLogin).catch(String);
        this.#tell(`${account} could not sign in: ${shown}`);
        if (attempt === 3) throw new Error(`${account} could not sign in: ${shown}`, { cause: error });
      }
    }
    await this.#standAll();
  }

  async #standAll(): Promise<void> {
    for (const [at, page] of this.#pages.entries()) {
      await page.bringToFront();
      await stand(page, { address: this.#link.address, route: routes[at], account: this.#account, openLink: () => this.#link.set('pass') });
    }
  }

  /** The link is good again: the desk must get rid of all that needs nobody; then every law is checked. */
  async end(): Promise<Omit<TortureReport, 'fault'>> {
    this.#link.set('pass');
    await this.#standAll();
    const [page] = this.#pages as [Page];
    await page.bringToFront();
    // The clocks are right again.
    await page.reload({ waitUntil: 'commit' });
    await this.#standAll();
    await page.bringToFront();
    const emptiedMs = await untilEmpty(page);
    const judged = await judge(page, { direct: this.#direct, said: this.#said, account: this.#account, emptiedMs });
    return { ...judged, cycles: this.#cycles, kills: this.#kills, skipped: this.#skipped, unanswered: this.#unanswered };
  }
}
