import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const known = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * How a browser of the tests begins. The list of its address bar is a page of its own, 400 files in each new window: a quarter of what
 * a desk's first page costs the processor, and nobody types an address here. The rest is what Playwright switches off, which a second list replaces.
 */
export const browserArguments: readonly string[] = [
  '--no-sandbox',
  [
    '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,InitialWebUI,WebUIReloadButton',
    'AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable',
    'LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch',
  ].join(),
];

/** The Chromium that Playwright downloaded, if it did. */
async function downloaded(): Promise<string | undefined> {
  const { chromium } = await import('playwright');
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

const onSystem = (): string | undefined => [process.env.CHROMIUM_PATH ?? '', ...known].find((path) => path !== '' && existsSync(path));

/**
 * A Chromium to test in: the system's, Playwright's own, or installed now from the system's packages or
 * by Playwright, whichever the machine can reach. Throws with what to do where none can be had.
 */
export async function findChromium(): Promise<string> {
  const present = onSystem() ?? (await downloaded());
  if (present) return present;
  console.log('没有找到 Chromium, 正在安装 / no Chromium found, installing one ...');
  const canUseApt = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  if (canUseApt) {
    spawnSync('apt-get', ['update'], { stdio: 'ignore' });
    spawnSync('apt-get', ['install', '-y', 'chromium'], { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  }
  if (!onSystem()) {
    try {
      execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' });
    } catch {
      // The message below says what is left to do.
    }
  }
  const installed = onSystem() ?? (await downloaded());
  if (installed) return installed;
  throw new Error(
    '端到端测试需要 Chromium。请安装系统的 chromium 软件包, 或设置 CHROMIUM_PATH。/ The end-to-end tests need Chromium: install the system package "chromium" or set CHROMIUM_PATH.',
  );
}
