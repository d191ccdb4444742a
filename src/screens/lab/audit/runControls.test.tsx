import { afterEach, expect, it } from 'vitest';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { RunControls } from './RunControls.tsx';

let page: Mounted;
afterEach(() => page.unmount());

const gates = [
  {
    fileName: '一号.csv',
    gate: 2 as const,
    gateReasons: [{ text: ['质控失控：{item}', 'Control out of limits: {item}'] as [string, string], params: { item: '白细胞' } }],
    releaseUserName: '安',
    releaseReason: '复核',
    releaseTime: '2026-11-20 10:00:00',
  },
];
const control = {
  fileName: '一号.csv',
  isOwnFile: true,
  controlKind: 'level' as const,
  lotNo: 'QC1',
  measure: '白细胞',
  well: 'H12',
  value: '13.2',
  z: 3.2,
  verdict: 3 as const,
  rules: ['1-3s'],
  excludedReason: null,
  createTime: '2026-11-20 09:00:00',
};

it('shows an auditor what the controls said of a result’s file, and who let it through', async () => {
  page = await mount(
    <RunControls gates={gates} controls={[control, { ...control, fileName: '二号.csv', isOwnFile: false, rules: [], verdict: 1 }]} />,
  );
  const text = page.root.textContent ?? '';
  for (const word of ['失控已放行', '质控失控：白细胞', '安 2026-11-20 10:00:00 放行: 复核', 'QC1', '3.20', '1-3s', '失控', '二号.csv (同批)'])
    expect(text, word).toContain(word);
});

it('says nothing of a result that no file brought', async () => {
  page = await mount(<RunControls gates={[]} controls={[]} />);
  expect(page.root.textContent).toBe('');
});
