import { afterEach, expect, it } from 'vitest';
import { changeLanguage } from '#src/console/text.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { BiosafetyAlert } from './BiosafetyAlert.tsx';

let page: Mounted;
afterEach(() => page.unmount());

it('names each suspected tube once with what is suspected, and stands nowhere without one', async () => {
  await changeLanguage('zh');
  page = await mount(
    <BiosafetyAlert
      tubes={[
        { sampleCode: '026000001', suspectedAgents: [2, 3] },
        { sampleCode: '026000001', suspectedAgents: [2, 3] },
        { sampleCode: '026000002', suspectedAgents: [] },
        { sampleCode: '026000003', suspectedAgents: null },
        { sampleCode: '026000004' },
      ]}
    />,
  );
  const lines = [...page.root.querySelectorAll('[role=alert] li')].map(({ textContent }) => textContent);
  expect(lines).toEqual(['026000001 生物安全: 疑似 布鲁菌、结核', '026000002 生物安全: 疑似高致病性病原']);
  await page.unmount();
  page = await mount(<BiosafetyAlert tubes={[{ sampleCode: '026000003' }]} />);
  expect(page.root.querySelector('[role=alert]')).toBeNull();
});
