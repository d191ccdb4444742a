import { afterEach, expect, it } from 'vitest';
import { Pager, usePageSize } from './Pager.tsx';
import { PreferenceOwnerContext } from './remembered.ts';
import { mount, type Mounted } from './testing/mount.tsx';

let page: Mounted;
afterEach(() => page.unmount());

function List() {
  const [size, setSize] = usePageSize();
  return <Pager page={1} size={size} total={264} onPage={() => {}} onSize={setSize} />;
}
const open = async (owner: string): Promise<HTMLSelectElement> => {
  page = await mount(
    <PreferenceOwnerContext.Provider value={owner}>
      <List />
    </PreferenceOwnerContext.Provider>,
  );
  return page.find<HTMLSelectElement>('select');
};

it('shows ten rows a page until a person picks another of the offered sizes, which is theirs from then on', async () => {
  const sizes = await open('1');
  expect(sizes.value).toBe('10');
  expect([...sizes.options].map(({ value }) => value)).toEqual(['10', '30', '50', '100', '200']);
  sizes.value = '50';
  sizes.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.poll(() => page.find<HTMLSelectElement>('select').value).toBe('50');
  await page.unmount();
  expect((await open('1')).value).toBe('50');
  await page.unmount();
  expect((await open('2')).value).toBe('10');
});
