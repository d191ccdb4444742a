import { afterEach, expect, it } from 'vitest';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { FoldedQueue } from './FoldedQueue.tsx';

let page: Mounted;
afterEach(() => page.unmount());

const queue = (opened: string | null) => (
  <FoldedQueue opened={opened} title="待一录 41">
    <p>D00000061</p>
  </FoldedQueue>
);

it('has no button while nothing is open', async () => {
  page = await mount(queue(null));
  expect(page.all('button[aria-expanded]')).toHaveLength(0);
  expect(page.root.textContent).toContain('D00000061');
});

it('unfolds and folds behind its count while something is open', async () => {
  page = await mount(queue('D00000061'));
  const button = page.find('button[aria-expanded]');
  expect(button.textContent).toBe('待一录 41');
  expect(button.getAttribute('aria-expanded')).toBe('false');
  expect(document.getElementById(button.getAttribute('aria-controls') ?? '')?.textContent).toBe('D00000061');
  await page.click('button[aria-expanded]');
  expect(button.getAttribute('aria-expanded')).toBe('true');
  await page.click('button[aria-expanded]');
  expect(button.getAttribute('aria-expanded')).toBe('false');
});
