import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRemembered } from '../remembered.ts';
import { mount, type Mounted } from '../testing/mount.tsx';
import { ScanBox, type Scanned } from './ScanBox.tsx';

let page: Mounted;
let heard: Scanned[] = [];
beforeEach(async () => {
  localStorage.clear();
  heard = [];
  page = await mount(<ScanBox label={['扫描', 'Scan']} onScan={(scanned) => heard.push(scanned)} />);
});
afterEach(() => page.unmount());

/** Keys as a scanner sends them, without a pause between them. */
async function keys(text: string): Promise<void> {
  const input = page.find<HTMLInputElement>('[data-scan-box]');
  await act(async () => {
    for (const character of text) {
      const isEnter = character === '\r';
      const press = new KeyboardEvent('keydown', { key: isEnter ? 'Enter' : character, bubbles: true, cancelable: true });
      if (input.dispatchEvent(press) && !isEnter) input.value += character;
    }
  });
}
/** However slow the computer is: a silence is over when the box says so. */
async function heardOf(scans: number): Promise<void> {
  for (let waited = 0; waited < 10_000 && heard.length < scans; waited += 50) await page.settle(50);
}
const codes = (): string[] => heard.map(({ code }) => code);

describe('the scan box', () => {
  it('ends a scan by silence where the scanner sends nothing behind it', async () => {
    await keys('A26000001');
    await heardOf(1);
    expect(codes()).toEqual(['A26000001']);
  });

  it('keeps a code whole that comes in two pieces, also the first one of a desk', async () => {
    for (const end of ['01', '02']) {
      await keys('A260000');
      // The computer stands still for a moment in the middle of a scan.
      await page.settle(200);
      await keys(`${end}\r`);
    }
    expect(codes()).toEqual(['A26000001', 'A26000002']);
  });

  it('learns from each scan how the next one of this desk ends, also for after a reload', async () => {
    const isSilence = (): unknown => readRemembered('', 'scanner-sends-no-end', null);
    await keys('A26000001');
    await heardOf(1);
    expect(isSilence()).toBe(true);
    await page.unmount();
    page = await mount(<ScanBox label={['扫描', 'Scan']} onScan={(scanned) => heard.push(scanned)} />);
    await keys('A26000002');
    await heardOf(2);
    await keys('A26000003\r');
    expect(isSilence()).toBe(false);
    expect(codes()).toEqual(['A26000001', 'A26000002', 'A26000003']);
  });

  describe('beside a button', () => {
    const button = (): HTMLButtonElement => page.find<HTMLButtonElement>('#beside');
    const isAtBox = (): boolean => document.activeElement === page.find('[data-scan-box]');
    /** A key where the focus is, as a browser brings it. */
    const stroke = (key: string): void => {
      const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      const isMine = document.activeElement?.dispatchEvent(press) ?? false;
      if (isMine && key.length === 1 && document.activeElement instanceof HTMLInputElement) document.activeElement.value += key;
    };
    const walkTo = async (target: HTMLElement): Promise<void> => {
      await act(async () => {
        stroke('Tab');
        target.focus();
      });
      await page.settle(30);
    };
    beforeEach(async () => {
      await page.unmount();
      page = await mount(
        <>
          <ScanBox label={['扫描', 'Scan']} onScan={(scanned) => heard.push(scanned)} />
          <button id="beside" type="button" />
        </>,
      );
    });

    it('takes the focus back from what was clicked, but lets the Tab key walk on', async () => {
      await act(async () => {
        button().dispatchEvent(new Event('pointerdown', { bubbles: true }));
        button().focus();
      });
      await page.settle(30);
      expect(isAtBox()).toBe(true);
      await walkTo(button());
      expect(document.activeElement).toBe(button());
    });

    it('hears a scan whole wherever the Tab key has led', async () => {
      await walkTo(button());
      await act(async () => {
        for (const key of [...'A26000001', 'Enter']) stroke(key);
      });
      expect(codes()).toEqual(['A26000001']);
      expect(isAtBox()).toBe(true);
    });
  });
});
