import { afterEach, expect, it } from 'vitest';
import { SideDrawer } from './SideDrawer.tsx';
import { mount, type Mounted } from './testing/mount.tsx';

let page: Mounted;
afterEach(() => page.unmount());

it('stays open when the focus is put outside, as a drawer does that closed before it', async () => {
  let closed = 0;
  page = await mount(
    <>
      <button type="button" id="outside">
        外
      </button>
      <SideDrawer title="详情" onClose={() => (closed += 1)}>
        <p>内容</p>
      </SideDrawer>
    </>,
  );
  await page.settle(200);
  await page.focus('#outside');
  await page.settle(200);
  expect(closed).toBe(0);
});
