import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Finding } from '#domain/sample/rules/entryForm.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { FindingsPanel } from './FindingsPanel.tsx';

let page: Mounted;
afterEach(() => page.unmount());

const finding = (rule: string, severity: Finding['severity']): Finding =>
  ({ rule, severity, text: [`规则 ${rule}`, `Rule ${rule}`], fields: [] }) as never;
const findings = [finding('R-01', 'inform'), finding('R-02', 'warn'), finding('R-08', 'warn')];

function Stopping() {
  const [stopped, setStopped] = useState(0);
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({});
  return (
    <>
      <input data-typing />
      <button type="button" data-save onClick={() => setStopped((before) => before + 1)} />
      <FindingsPanel
        findings={findings}
        reasons={reasons}
        stopped={stopped}
        onReason={(rule, value) => setReasons((before) => ({ ...before, [rule]: value }))}
        onDone={() => undefined}
      />
    </>
  );
}
const focused = (): string | undefined => document.activeElement?.closest<HTMLElement>('[data-rule]')?.dataset['rule'];

it('takes the focus to the first reason that is missing, and that into sight, when a save is stopped, each time it is', async () => {
  page = await mount(<Stopping />);
  await page.focus('[data-typing]');
  expect(focused()).toBe(undefined);
  const shown = vi.spyOn(HTMLElement.prototype, 'scrollIntoView');
  await page.run(() => page.find('[data-save]').click());
  expect(focused()).toBe('R-02');
  expect(shown.mock.contexts).toContain(document.activeElement);
  shown.mockRestore();
  await page.type('客户确认');
  await page.focus('[data-typing]');
  await page.run(() => page.find('[data-save]').click());
  expect(focused()).toBe('R-08');
  // Stopped once more for the same: the focus comes back from wherever it went.
  await page.focus('[data-typing]');
  await page.run(() => page.find('[data-save]').click());
  expect(focused()).toBe('R-08');
});
