import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';
import { tellPage } from './console.ts';
import { browserArguments, findChromium } from './findChromium.ts';

/** Browsers that are groups of processes of their own: nobody else would end them, had the tests to end at once. */
const living = new Set<number>();
process.once('exit', () => {
  for (const pid of living) {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
});

/** A workstation: a Chromium of its own with a profile that outlives a kill. */
export class Desk {
  readonly profile: string;
  #process: ChildProcess | null = null;
  #browser: Browser | null = null;
  #size: { width: number; height: number };
  #more: readonly string[];

  /** `profile`: an existing folder, else a new one; `more`: further arguments of the browser. */
  constructor(size = { width: 1366, height: 768 }, { profile, more = [] }: { profile?: string; more?: readonly string[] } = {}) {
    this.#size = size;
    this.profile = profile ?? mkdtempSync(join(tmpdir(), 'accession-desk-'));
    this.#more = more;
  }

  /** Starts the browser (again) on its profile; answers a page. */
  async open(): Promise<Page> {
    for (const name of ['SingletonLock', 'SingletonCookie', 'SingletonSocket', 'DevToolsActivePort'])
      rmSync(join(this.profile, name), { force: true });
    const executable = await findChromium();
    this.#process = spawn(
      executable,
      [
        '--headless=new',
        ...browserArguments,
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-dev-shm-usage',
        '--mute-audio',
        // A movement drawn by the processor takes a third of it, and nothing here looks at movements.
        '--force-prefers-reduced-motion',
        '--lang=zh-CN',
        '--remote-debugging-port=0',
        `--user-data-dir=${this.profile}`,
        `--window-size=${this.#size.width},${this.#size.height}`,
        ...this.#more,
        'about:blank',
      ],
      { stdio: 'ignore', detached: true },
    );
    if (this.#process.pid !== undefined) living.add(this.#process.pid);
    this.#browser = await chromium.connectOverCDP(`http://127.0.0.1:${await this.#debuggingPort()}`, {
      // Files chosen by their path are read by Chromium itself.
      isLocal: true,
    });
    const page = this.context.pages()[0] ?? (await this.context.newPage());
    await page.setViewportSize(this.#size);
    return page;
  }

  get context(): BrowserContext {
    const context = this.#browser?.contexts()[0];
    if (!context) throw new Error('the desk is not open');
    return context;
  }

  /** What the desk shows and keeps now: as pictures beside a failed test, and in words where only the log of the run is left. */
  async picture(path: string): Promise<void> {
    for (const [index, page] of (this.#browser?.contexts()[0]?.pages() ?? []).entries()) {
      await page.screenshot({ path: `${path}-${index}.png` }).catch(() => undefined);
      console.log(await tellPage(page).catch((error: unknown) => `the page does not tell: ${String(error)}`));
    }
  }

  /** SIGKILL of the whole browser: nothing is flushed, nothing is said goodbye to. */
  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (!child?.pid) return;
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    living.delete(child.pid);
    process.kill(-child.pid, 'SIGKILL');
    await gone;
    await this.#browser?.close().catch(() => undefined);
    this.#browser = null;
  }

  /** Ends the browser and removes its profile. */
  async close(): Promise<void> {
    await this.kill();
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }

  async #debuggingPort(): Promise<string> {
    const until = Date.now() + 30_000;
    for (;;) {
      try {
        const port = readFileSync(join(this.profile, 'DevToolsActivePort'), 'utf8').split('\n')[0];
        if (port) return port;
      } catch {
        // Not written yet.
      }
      if (Date.now() > until) throw new Error('Chromium did not start');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
