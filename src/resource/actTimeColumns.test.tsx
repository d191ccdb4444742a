import { afterEach, expect, it } from 'vitest';
import { dateTime } from '#domain/kernel/fields.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { fieldColumn } from './resourceColumns.tsx';

let page: Mounted | undefined;
afterEach(async () => page?.unmount());

const column = fieldColumn('receiveTime', dateTime('收样时间', 'Receive time'));
const at = '2026-11-22 09:00:00';
const shown = async (row: object): Promise<readonly [string, string]> => {
  page = await mount(<div>{column.cell?.(row as never)}</div>);
  const drawn = page.root.textContent ?? '';
  await page.unmount();
  page = undefined;
  return [drawn, column.text?.(row as never, 'zh') ?? ''];
};

it('shows of any list’s time the server’s beside it where the row tells another', async () => {
  expect(await shown({ receiveTime: at, receiveServerTime: '2026-11-22 12:30:00' })).toEqual([`${at}服务器 12:30:00`, `${at} (服务器 12:30:00)`]);
  expect(await shown({ receiveTime: at, receiveServerTime: '2026-11-22 09:03:00' })).toEqual([at, at]);
  expect(await shown({ receiveTime: at })).toEqual([at, at]);
  expect(await shown({ receiveTime: null, receiveServerTime: null })).toEqual(['', '']);
});
