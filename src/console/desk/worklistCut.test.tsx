import { afterEach, beforeAll, expect, it } from 'vitest';
import { mostKeptRows } from '#domain/sample/mostKept.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { changeLanguage } from '../text.ts';
import { WorklistCut } from './WorklistCut.tsx';

beforeAll(() => changeLanguage('zh'));
let page: Mounted;
afterEach(() => page.unmount());
const told = async (isCut: boolean, total: number | undefined): Promise<string | null | undefined> => {
  page = await mount(<WorklistCut isCut={isCut} total={total} />);
  return page.root.querySelector('[data-worklist-cut]')?.textContent;
};

it('says of how many the kept rows are the first', async () => {
  expect(await told(true, 3_456)).toContain('前 2000 条,共 3456 条');
});
it('says that there is more where nobody knows how much', async () => {
  expect(await told(true, undefined)).toContain('最早的 2000 条');
});
it('says nothing of a whole list', async () => {
  expect(await told(true, mostKeptRows)).toBeUndefined();
});
