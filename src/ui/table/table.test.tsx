import { useEffect, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataTable, type DataTableProps } from '../DataTable.tsx';
import { mount, type Mounted } from '../testing/mount.tsx';
import type { RowAct, TableColumn } from './column.ts';
import { type TableView, useTableView } from './tableView.ts';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly area: string;
}
const rows: readonly Row[] = Array.from({ length: 6 }, (_unused, index) => ({
  id: `r${index}`,
  name: `单位${index}`,
  area: index % 2 === 0 ? '华东' : '华南',
}));
const columns: readonly TableColumn<Row>[] = [
  { key: 'id', title: ['编号', 'Code'], isMono: true, sortKey: 'id' },
  { key: 'name', title: ['名称', 'Name'] },
  { key: 'area', title: ['区域', 'Area'], isHidden: true },
];

let page: Mounted;
let view: TableView;
let ticked: ReadonlySet<string>;
let opened: string[];
let sorted: unknown[];
beforeEach(() => {
  localStorage.clear();
  ticked = new Set();
  opened = [];
  sorted = [];
});
afterEach(() => page.unmount());

function Demo(props: Partial<DataTableProps<Row>>) {
  const [own, setOwn] = useState<ReadonlySet<string>>(new Set());
  const shown = useTableView('/demo', columns);
  useEffect(() => {
    view = shown;
    ticked = own;
  });
  return (
    <DataTable
      label={['单位', 'Clients']}
      screen="/demo"
      columns={columns}
      extent="whole"
      rows={rows}
      rowKey={(row) => row.id}
      view={shown}
      ticks={{ ticked: own, onTick: setOwn, mayTick: (row) => row.id !== 'r2' }}
      onOpen={(row) => opened.push(row.id)}
      onSort={(sort) => sorted.push(sort)}
      {...props}
    />
  );
}
const grid = '[role=group][tabindex="0"]';
const activePlace = (): string | undefined => page.all('tbody tr[data-active]')[0]?.dataset.place;
const heads = (): (string | null)[] => page.all('thead th').map((head) => head.textContent);

it('draws back what says little in its row, and nothing else', async () => {
  page = await mount(<Demo columns={columns.map((column) => (column.key === 'name' ? { ...column, isFaint: ({ id }) => id === 'r1' } : column))} />);
  expect(page.all('td[data-faint]').map(({ textContent }) => textContent)).toEqual(['单位1']);
});

describe('how many there are', () => {
  const extent = { page: 1, size: 10, total: 0, onPage: () => {}, onSize: () => {} };
  const told = (): string => page.find('nav [aria-live]').textContent;

  it('is told once the rows are here, never as 0 while they load or after a failure', async () => {
    page = await mount(<Demo extent={extent} rows={undefined} />);
    expect(told()).toBe('');
    await page.unmount();
    page = await mount(<Demo extent={extent} rows={undefined} failure={{ sentence: ['查询失败', 'Failed'] }} />);
    expect(told()).toBe('');
    await page.unmount();
    page = await mount(<Demo extent={extent} rows={[]} />);
    expect(told()).toBe('共 0 条');
  });
});

describe('keys of a list', () => {
  it('moves with the arrows, ticks with Space, opens with Enter', async () => {
    page = await mount(<Demo />);
    await page.focus(grid);
    await page.press('Home');
    await page.press('ArrowDown');
    expect(activePlace()).toBe('1');
    await page.press('Space');
    expect([...ticked]).toEqual(['r1']);
    await page.press('Enter');
    expect(opened).toEqual(['r1']);
    await page.press('End');
    expect(activePlace()).toBe('5');
    await page.press('ArrowDown');
    expect(activePlace()).toBe('5');
  });

  it('reaches with Shift, and leaves out rows that may not be ticked', async () => {
    page = await mount(<Demo />);
    await page.focus(grid);
    await page.press('Home');
    await page.press('ArrowDown');
    await page.press('Space');
    await page.press('ArrowDown');
    await page.press('Space');
    expect([...ticked]).toEqual(['r1']);
    await page.press('ArrowUp');
    await page.press('Space');
    await page.press('Space');
    await page.press('End');
    await page.press('Shift+Space');
    expect([...ticked].toSorted()).toEqual(['r1', 'r3', 'r4', 'r5']);
  });

  it('ticks all that may be ticked with Ctrl+A and with the box in the head, and none with the second press', async () => {
    page = await mount(<Demo />);
    await page.focus(grid);
    await page.press('Ctrl+a');
    expect(ticked.size).toBe(5);
    await page.click('thead input');
    expect(ticked.size).toBe(0);
  });

  it('only lets the acts of the marked row be reached by Tab, at most three words and then 更多', async () => {
    const acts: readonly RowAct<Row>[] = ['查看', '编辑', '停用', '删除'].map((word) => ({ key: word, label: [word, word], onAct: () => undefined }));
    page = await mount(<Demo acts={acts} />);
    expect(page.all('tbody tr:first-child td.acts button').map((button) => button.textContent)).toEqual(['查看', '编辑', '更多']);
    await page.focus(grid);
    await page.press('ArrowDown');
    expect(page.all('td.acts button[tabindex="0"]')).toHaveLength(3);
  });
});

describe('what a user makes of the columns', () => {
  it('is remembered for their next visit, and not for anybody else', async () => {
    page = await mount(<Demo />);
    expect(heads()).toEqual(['', '#', '编号', '名称']);
    await page.run(() => view.hide('area', false));
    await page.run(() => view.move('area', 'id'));
    await page.run(() => view.resize('name', 333));
    await page.run(() => view.pin('name', 'start'));
    expect(heads()).toEqual(['', '#', '名称', '区域', '编号']);
    await page.unmount();

    page = await mount(<Demo />);
    expect(heads()).toEqual(['', '#', '名称', '区域', '编号']);
    expect(page.all('col')[2]?.style.width).toBe('333px');
    await page.unmount();

    page = await mount(<Demo />, { userId: 'u2' });
    expect(heads()).toEqual(['', '#', '编号', '名称']);
  });

  it('survives a column that came with an update and one that went', async () => {
    localStorage.setItem(
      'accession-ui:u1:columns:/demo',
      JSON.stringify({ order: ['gone', 'name', 'id'], hidden: { gone: false }, pins: {}, widths: {} }),
    );
    page = await mount(<Demo />);
    expect(view.order).toEqual(['name', 'area', 'id']);
  });

  it('survives whatever else stands in the storage', async () => {
    localStorage.setItem('accession-ui:u1:columns:/demo', '{"order":');
    page = await mount(<Demo />);
    expect(heads()).toEqual(['', '#', '编号', '名称']);
  });
});

describe('the head', () => {
  it('asks for ascending, descending and no order in turn', async () => {
    page = await mount(<Demo />);
    await page.click('thead th button');
    expect(sorted).toEqual([{ key: 'id', isDescending: false }]);
  });
});

describe('states', () => {
  it('shows nothing for 300 ms, then a skeleton', async () => {
    page = await mount(<Demo rows={undefined} />);
    expect(page.all('tbody tr')).toHaveLength(0);
    await page.settle(350);
    expect(page.all('tbody tr').length).toBeGreaterThan(5);
  });

  it('keeps the old rows, dimmed, while they are read again', async () => {
    page = await mount(<Demo isStale />);
    expect(page.find('[role=grid]').hasAttribute('data-stale')).toBe(true);
    expect(page.all('tbody tr')).toHaveLength(6);
  });

  it('says what failed, offers a retry and an id to quote', async () => {
    let retries = 0;
    page = await mount(<Demo rows={undefined} failure={{ message: '服务器异常', requestId: 'req-1' }} onRetry={() => (retries += 1)} />);
    expect(page.find('[role=alert]').textContent).toContain('服务器异常');
    expect(page.find('[role=alert]').textContent).toContain('req-1');
    await page.click('[role=alert] button');
    expect(retries).toBe(1);
  });

  it('says that it is empty, with the act that fills it', async () => {
    page = await mount(<Demo rows={[]} emptyText={['还没有单位', 'No clients yet']} emptyAct={<button type="button">新增</button>} />);
    expect(page.root.textContent).toContain('还没有单位');
    expect(page.root.textContent).toContain('新增');
  });
});
