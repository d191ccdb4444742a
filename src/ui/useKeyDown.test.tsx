import { createRoot } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import { useKeyDown } from './useKeyDown.ts';

const place = document.createElement('div');
document.body.append(place);
const root = createRoot(place);
afterEach(() => root.unmount());

it('hears a key as the page stands that very moment, before anything after the painting has run', async () => {
  const heard: string[] = [];
  function Page({ row }: { readonly row: string }) {
    useKeyDown(({ key }) => heard.push(`${key} ${row}`));
    return <p key={row}>{row}</p>;
  }
  /** A hand that presses as soon as it sees the row. */
  const pressAtSight = (row: string): Promise<void> =>
    new Promise((resolve) => {
      const watch = new MutationObserver(() => {
        watch.disconnect();
        document.dispatchEvent(new KeyboardEvent('keydown', { key: 'F8' }));
        resolve();
      });
      watch.observe(place, { childList: true, subtree: true });
      root.render(<Page row={row} />);
    });
  await pressAtSight('first');
  await pressAtSight('second');
  expect(heard).toEqual(['F8 first', 'F8 second']);
});
