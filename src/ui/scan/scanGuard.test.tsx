import { act } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { confirm } from '../confirm.tsx';
import { mount, type Mounted } from '../testing/mount.tsx';

let page: Mounted;
let answers: boolean[] = [];
beforeEach(async () => {
  answers = [];
  page = await mount(null);
  await page.run(() => void confirm({ text: ['放弃?', 'Discard?'] }).then((isYes) => answers.push(isYes)));
  await page.settle(50);
});
afterEach(() => page.unmount());

/** Keys at once, as a scanner sends them; Enter presses a button that has the focus, as a browser does. */
async function keys(...all: string[]): Promise<void> {
  await act(async () => {
    for (const key of all) {
      const target = document.activeElement ?? document.body;
      const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      if (target.dispatchEvent(press) && key === 'Enter' && target instanceof HTMLButtonElement) target.click();
    }
  });
  await page.settle(20);
}
const button = (name: string): HTMLElement => page.all('[role=alertdialog] button').find(({ textContent }) => textContent === name)!;

it('answers no question with a scan, and says that the scan went nowhere', async () => {
  await page.run(() => button('确定').focus());
  await keys(...'700000456', 'Enter');
  expect(answers).toEqual([]);
  expect(document.body.textContent).toContain('未接收扫描 700000456');
  await page.settle(80);
  await keys('Enter');
  expect(answers).toEqual([true]);
});

it('leaves a person’s keys alone', async () => {
  await page.run(() => button('取消').focus());
  for (const key of 'abcd') {
    await keys(key);
    await page.settle(70);
  }
  await keys('Enter');
  expect(answers).toEqual([false]);
});
