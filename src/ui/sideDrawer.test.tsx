import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { text } from '#domain/kernel/fields.ts';
import { FormGrid } from './form/FormGrid.tsx';
import { useDescribedForm } from './form/useDescribedForm.ts';
import { SideDrawer } from './SideDrawer.tsx';
import { ScanBox } from './scan/ScanBox.tsx';
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

/** What was made is opened while the drawer that made it is still going. */
function Making({ onClose }: { readonly onClose: () => void }) {
  const [isMaking, setMaking] = useState(true);
  const [isMade, setMade] = useState(false);
  const make = async (): Promise<void> => {
    setMade(true);
    await new Promise((resolve) => setTimeout(resolve, 50));
    setMaking(false);
  };
  return (
    <>
      {isMaking ? (
        <SideDrawer title="新建" onClose={() => setMaking(false)}>
          <button type="button" id="make" onClick={() => void make()}>
            新建
          </button>
        </SideDrawer>
      ) : null}
      {isMade ? (
        <SideDrawer title="详情" onClose={onClose}>
          <p>内容</p>
        </SideDrawer>
      ) : null}
    </>
  );
}

it('puts the focus into its scan box, before the button in its foot', async () => {
  page = await mount(
    <SideDrawer title="扫描" onClose={() => {}} footer={<button type="button">申请</button>}>
      <ScanBox label={['扫描样本条码', 'Scan sample codes']} onScan={() => {}} keepsFocus={false} />
    </SideDrawer>,
  );
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('扫描样本条码'));
});

it('stays open when the drawer goes out of which it was opened', async () => {
  let closed = 0;
  page = await mount(<Making onClose={() => (closed += 1)} />);
  await page.settle(200);
  await page.run(() => document.querySelector<HTMLElement>('#make')?.click());
  await page.settle(400);
  expect(page.all('[role=dialog]').map(({ textContent }) => textContent)).toEqual([expect.stringContaining('内容')]);
  expect(closed).toBe(0);
});

function Renaming({ isReadOnly, onClose }: { readonly isReadOnly: boolean; readonly onClose: () => void }) {
  const form = useDescribedForm({ fields: { name: text('名称', 'Name') }, isReadOnly, onSave: async () => undefined });
  return (
    <SideDrawer title="改名" form={form} onClose={onClose} footer={<button type="submit">保存</button>}>
      <FormGrid form={form} />
    </SideDrawer>
  );
}
const cancel = (): HTMLElement | undefined => page.all('[role=dialog] button').find(({ textContent }) => textContent?.includes('取消'));

it('offers to give up what is typed beside saving it, and asks before something is lost', async () => {
  let closed = 0;
  page = await mount(<Renaming isReadOnly={false} onClose={() => (closed += 1)} />);
  await page.settle(200);
  await page.focus('input');
  await page.type('甲');
  await page.run(() => cancel()?.click());
  await page.settle(200);
  expect(document.querySelector('[role=alertdialog]')).not.toBeNull();
  expect(closed).toBe(0);
  await page.press('Escape');
  await page.settle(200);
  await page.focus('input');
  await page.type('');
  await page.run(() => cancel()?.click());
  await page.settle(200);
  expect(closed).toBe(1);
});

it('has nothing to give up where nothing can be typed', async () => {
  page = await mount(<Renaming isReadOnly onClose={() => undefined} />);
  await page.settle(200);
  expect(cancel()).toBeUndefined();
});
