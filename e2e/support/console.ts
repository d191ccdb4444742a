import { expect, type CDPSession, type Page, type Request } from '@playwright/test';
import { password } from './product.ts';

/** Signs in through the login page; the console then shows the home page, or where a session ended. */
export async function signIn(page: Page, address: string, account: string): Promise<void> {
  await page.goto(`${address}/login`);
  await page.locator('input[name=username]').fill(account);
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
  // The root itself only leads on.
  await page.waitForURL(({ pathname }) => pathname !== '/login' && pathname !== '/', { timeout: 60_000 });
}

/** Goes to a screen of the console as a user does who types its address. */
export async function openScreen(page: Page, address: string, route: string): Promise<void> {
  const coming = new Set<string>();
  const begin = (request: Request): void => void coming.add(request.url());
  const end = (request: Request): void => void coming.delete(request.url());
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  try {
    await page.goto(`${address}${route}`);
  } catch (error) {
    // A browser that waits for some file for ever: whoever looks at the screen does not mind, the log says which.
    console.log(`${route} is not loaded whole: ${[...coming].join(' ')}; ${await tellPage(page).catch(String)}`);
    if (!(await page.evaluate((wanted) => location.pathname === wanted && document.readyState === 'interactive', route.split('?')[0]))) throw error;
  } finally {
    page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
  }
  await expect(page.getByTestId('screen-failed')).toHaveCount(0);
}

/** Goes there without loading the console again. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.locator(`[data-page="${path}"]`).or(page.getByRole('alert')).first().waitFor();
  // Its own parts alone: a page left before its answer came may be at work for good behind it.
  await page
    .waitForFunction((at) => !document.querySelector(`[data-page="${at}"] [aria-busy=true]`), path, { timeout: 5_000 })
    .catch(() => undefined);
}

/** Rows of one of the desk's databases, read as they lie on the disk. */
export async function storedRows(page: Page, database: string, store: string): Promise<Record<string, unknown>[]> {
  return page.evaluate(
    ([name, table]) =>
      new Promise<Record<string, unknown>[]>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(new Error(`${name}: ${opening.error?.message}`));
        opening.onsuccess = () => {
          const db = opening.result;
          if (!db.objectStoreNames.contains(table)) {
            db.close();
            resolve([]);
            return;
          }
          const asking = db.transaction(table).objectStore(table).getAll();
          asking.onsuccess = () => {
            db.close();
            resolve(asking.result as Record<string, unknown>[]);
          };
          asking.onerror = () => reject(new Error(String(asking.error)));
        };
      }),
    [database, store] as const,
  );
}

/** Address, text, session, people and queue of a page, for the log of a failed test. */
export async function tellPage(page: Page): Promise<string> {
  const text = await page.evaluate(() => document.body.innerText.replaceAll(/\s+/g, ' ').slice(0, 1500));
  const rows = async (database: string, store: string, names: readonly string[]): Promise<string> => {
    const found = await storedRows(page, database, store).catch((error: unknown) => String(error));
    return `${store}: ${typeof found === 'string' ? found : JSON.stringify(found.map((row) => names.map((name) => row[name])))}`;
  };
  const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name, version }) => `${name} ${version}`));
  return [
    `at ${page.url()}: ${text}`,
    databases.join(', '),
    await rows('accession-device', 'session', ['account', 'savedAt', 'expiresAt']),
    await rows('accession-device', 'people', ['account', 'grantUntil', 'welcomedAt']),
    await rows('accession-outbox', 'ops', ['type', 'subject', 'state', 'attempts']),
    await rows('accession-outbox', 'receipts', ['type', 'subject', 'state']),
  ].join('\n');
}

/** Waits until the desk could work without network: worker in charge, master data cached. */
export async function waitUntilReady(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 60_000 }).toBe(true);
  // Of the person who signed in last: another's may have been here before.
  const isFresh = async (): Promise<boolean> => {
    const [[session], [sync]] = await Promise.all([storedRows(page, 'accession-device', 'session'), storedRows(page, 'accession-cache', 'sync')]);
    return session !== undefined && Number(sync?.['syncedAt'] ?? 0) >= Number(session['savedAt']);
  };
  await expect.poll(isFresh, { timeout: 60_000 }).toBe(true);
  await expect.poll(async () => (await storedRows(page, 'accession-cache', 'master')).length, { timeout: 60_000 }).toBeGreaterThan(100);
}

/**
 * Real key events, so many seconds apart; Enter is `\r`. The moments are the hand's or the scanner's own, as the system stamps them, so that
 * a busy machine does not turn a scanner into a slow hand, nor a quick machine a hand into a scanner.
 */
export async function strike(keyboard: CDPSession, text: string, { from, apart }: { from: number; apart: number }): Promise<void> {
  const strokes = [...text].flatMap((character, index) => {
    const isEnter = character === '\r';
    const stroke = {
      key: isEnter ? 'Enter' : character,
      code: isEnter ? 'Enter' : /\d/.test(character) ? `Digit${character}` : /[a-z]/i.test(character) ? `Key${character.toUpperCase()}` : '',
      // Of a full stop or a hyphen it would be another key: Delete, Insert.
      windowsVirtualKeyCode: isEnter ? 13 : /[\da-z ]/i.test(character) ? character.toUpperCase().charCodeAt(0) : 0,
      modifiers: /[A-Z]/.test(character) ? 8 : 0,
      timestamp: from + index * apart,
    };
    return [
      keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', text: character, ...stroke }),
      keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...stroke, timestamp: stroke.timestamp + Math.min(0.002, apart / 2) }),
    ];
  });
  await Promise.all(strokes);
}

/** A code at the speed of a scanner: 5 ms apart, Enter at the end. */
export async function scan(page: Page, code: string): Promise<void> {
  const keyboard = await page.context().newCDPSession(page);
  await strike(keyboard, `${code}\r`, { from: Date.now() / 1000, apart: 0.005 });
  await keyboard.detach();
}

/** Acts of this desk that have no receipt yet. */
export async function unresolved(page: Page): Promise<Record<string, unknown>[]> {
  return storedRows(page, 'accession-outbox', 'ops');
}

/** The desk shows its lock: the person's password brings them back to where they were. */
export async function unlock(page: Page, secret: string = password): Promise<void> {
  await page.waitForURL('**/lock', { timeout: 60_000 });
  await page.locator('[data-lock-layer] input').fill(secret);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname !== '/lock', { timeout: 60_000 });
}

/** Locks the desk through the user's menu, with a lock password where none stands yet. */
export async function lockDesk(page: Page, secret: string): Promise<void> {
  await page
    .getByRole('button', { name: /^(用户菜单|User)/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: '锁屏' }).click();
  await page.getByRole('dialog').locator('input').fill(secret);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/lock', { timeout: 60_000 });
}

/** Signs out through the user's menu; answers what the question before it said. */
export async function signOut(page: Page): Promise<string> {
  await page
    .getByRole('button', { name: /^(用户菜单|User)/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  const question = page.getByRole('alertdialog');
  const text = (await question.textContent()) ?? '';
  await question.getByRole('button', { name: '退出登录' }).click();
  await page.waitForURL('**/login**', { timeout: 60_000 });
  return text;
}

/** Who the desk is towards the server, and the highest number it gave out: of its counter, or of an act that was quicker than it. */
export async function counterOf(page: Page): Promise<{ readonly device: string; readonly seq: number }> {
  const [meta, ...acts] = await Promise.all(['meta', 'ops', 'receipts'].map((store) => storedRows(page, 'accession-outbox', store)));
  const queue = meta?.find((row) => row['key'] === 'queue');
  return { device: String(queue?.['deviceId']), seq: Math.max(Number(queue?.['seq'] ?? 0), ...acts.flat().map((row) => Number(row['seq']))) };
}
