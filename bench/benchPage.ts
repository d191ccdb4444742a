import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright';
import { build } from 'vite';
import { signIn } from '../e2e/support/console.ts';
import { browserArguments, findChromium } from '../e2e/support/findChromium.ts';
import { startProduct } from '../e2e/support/product.ts';
import { keepNames } from './house.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * A page that holds parts of the product by themselves (page/page.tsx), served by the product on its own address, so
 * that its login and databases are the console's. Without service worker. `files` lie beside it under /bench/. `dataDir`: a
 * folder the product has been started on before; removed afterwards too.
 */
export async function withBenchPage<T>(
  files: Readonly<Record<string, Uint8Array>>,
  work: (page: Page, address: string) => Promise<T>,
  { dataDir }: { readonly dataDir?: string } = {},
): Promise<T> {
  const dist = mkdtempSync(join(tmpdir(), 'accession-bench-'));
  cpSync(join(root, 'dist'), dist, { recursive: true });
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    define: { __APP_VERSION__: JSON.stringify('bench') },
    worker: { format: 'es' },
    build: { outDir: dist, emptyOutDir: false, target: 'es2022', rolldownOptions: { input: join(root, 'bench/page/page.html') } },
  });
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(dist, 'bench', name), bytes);
  const product = await startProduct({ env: { DIST_DIR: dist }, ...(dataDir ? { dataDir } : {}) });
  const address = `http://127.0.0.1:${product.port}`;
  const browser = await chromium.launch({ executablePath: await findChromium(), args: [...browserArguments, '--disable-dev-shm-usage'] });
  try {
    const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 1366, height: 768 }, locale: 'zh-CN' });
    const page = await context.newPage();
    await page.addInitScript(keepNames);
    await signIn(page, address, 'admin');
    await page.goto(`${address}/bench/page/page.html`);
    await page.waitForFunction(() => 'benchPage' in globalThis);
    return await work(page, address);
  } finally {
    await browser.close();
    await product.stop();
    rmSync(product.dataDir, { recursive: true, force: true });
    rmSync(dist, { recursive: true, force: true });
  }
}
