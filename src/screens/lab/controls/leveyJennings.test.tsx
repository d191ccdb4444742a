import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { QcPointRow } from '#domain/lab/qcChart.ts';
import { drawnPoints } from '#domain/lab/rules/leveyJennings.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { LeveyJennings } from './LeveyJennings.tsx';

let page: Mounted;
afterEach(() => page.unmount());
const point = (qcPointId: string, number: number, verdict: 1 | 2 | 3, excludedReason: string | null = null): QcPointRow => ({
  qcPointId,
  qcLotId: '1',
  createTime: `2026-11-2${qcPointId} 09:00:00`,
  value: String(number),
  number,
  z: null,
  verdict,
  rules: verdict === 3 ? ['1-3s'] : [],
  well: null,
  ruleId: '7',
  batch: null,
  fileId: null,
  fileName: null,
  excludedReason,
  excludedBy: null,
  excludedTime: null,
});
const target = { mean: 10, sd: 1 };
const newest = [point('3', 10, 1, '加样错误'), point('2', 13.2, 3), point('1', 12.4, 2)];

function Chart({ onOpen }: { readonly onOpen: (one: QcPointRow) => void }) {
  const [chosen, setChosen] = useState<string | null>(null);
  return <LeveyJennings points={drawnPoints(newest, target)} target={target} chosen={chosen} onChoose={setChosen} onOpen={onOpen} />;
}

it('is walked by the arrows from the oldest to the newest, and Enter opens the run of a point', async () => {
  const onOpen = vi.fn<(one: QcPointRow) => void>();
  page = await mount(<Chart onOpen={onOpen} />);
  expect(page.all('[data-point]').map(({ dataset }) => dataset['point'])).toEqual(['1', '2', '3']);
  // What was excluded is drawn, and is no part of the line.
  expect(page.find<SVGElement & HTMLElement>('polyline').getAttribute('points')?.split(' ')).toHaveLength(2);
  expect(document.body.textContent).toContain('+3s 13');
  await page.focus('[role=application]');
  await page.press('ArrowRight');
  await page.press('ArrowRight');
  expect(page.find('[role=application]').getAttribute('aria-description')).toContain('13.2 失控 1-3s');
  await page.press('Enter');
  expect(onOpen).toHaveBeenCalledWith(expect.objectContaining({ qcPointId: '2' }));
  await page.press('End');
  await page.press('ArrowLeft');
  await page.press('Enter');
  expect(onOpen).toHaveBeenCalledTimes(2);
});
