import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { ScanBox } from '#src/ui/scan/ScanBox.tsx';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { FormDialog } from './FormDialog.tsx';
import { PlainDialog } from './PlainDialog.tsx';

let page: Mounted;
afterEach(() => page.unmount());

function Asking() {
  const [isAsked, setAsked] = useState(false);
  return (
    <main data-page>
      <button type="button" id="ask" onClick={() => setAsked(true)}>
        问
      </button>
      <ScanBox label={['扫描', 'Scan']} onScan={() => undefined} />
      {isAsked ? (
        <FormDialog title="重新登录" submitLabel="登录" onSubmit={() => undefined} onClose={() => setAsked(false)}>
          <input id="password" autoFocus />
        </FormDialog>
      ) : null}
    </main>
  );
}

it('stays open when the scan box of the page calls the focus back, and keeps what is typed', async () => {
  page = await mount(<Asking />);
  await page.settle(100);
  await page.run(() => page.find<HTMLButtonElement>('#ask').click());
  await page.settle(200);
  await page.focus('#password');
  await page.type('half of it');
  await page.focus('[data-scan-box]');
  await page.run(() => document.body.click());
  await page.settle(200);
  expect(document.querySelector<HTMLInputElement>('#password')?.value).toBe('half of it');
});

it('is not given up by a press beside it: what is typed would be lost without a word', async () => {
  page = await mount(<Asking />);
  await page.run(() => page.find<HTMLButtonElement>('#ask').click());
  await page.settle(200);
  await page.run(() => {
    const beside = document.querySelector('[data-scope=dialog][data-part=positioner]')!;
    beside.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'mouse' }));
    (beside as HTMLElement).click();
  });
  await page.settle(200);
  expect(document.querySelector('#password')).not.toBeNull();
});

it('a dialog that only shows stays open, too, when the focus is put outside', async () => {
  let closed = 0;
  page = await mount(
    <>
      <button type="button" id="outside">
        外
      </button>
      <PlainDialog title="主题" width="300px" onClose={() => (closed += 1)}>
        <p>内容</p>
      </PlainDialog>
    </>,
  );
  await page.settle(200);
  await page.focus('#outside');
  await page.settle(200);
  expect(closed).toBe(0);
});
