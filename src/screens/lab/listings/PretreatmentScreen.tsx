import { useState } from 'react';
import { pretreatmentList, type PretreatmentRow } from '#domain/lab/listings/pretreatment.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { PretreatmentDrawer } from './PretreatmentDrawer.tsx';
import { taskCells } from './taskCells.tsx';

const { detectionResult: _result, panelNames: _panels, ...codes } = taskCells;
const cells: Cells<PretreatmentRow> = {
  ...codes,
  stepCount: { width: 72, least: 60, align: 'end' },
  lastStep: { width: 88, least: 76 },
};

/** Tubes that the bench has worked on before the run; a row opens its steps. */
export function Screen() {
  const [opened, setOpened] = useState<PretreatmentRow | null>(null);
  return (
    <>
      <ListingScreen list={pretreatmentList} cells={cells} onOpen={setOpened} emptyText={['没有前处理记录', 'No bench step']} />
      {opened ? <PretreatmentDrawer tube={opened} onClose={() => setOpened(null)} /> : null}
    </>
  );
}
