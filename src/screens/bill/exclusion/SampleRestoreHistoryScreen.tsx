import { sampleRestoreHistory } from '#domain/bill/exclusion/exclusionLists.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { sampleRecordCells } from './recordCells.ts';

/** 条码恢复记录: which samples were restored, by whom and why. */
export function Screen() {
  return <ListingScreen list={sampleRestoreHistory} cells={sampleRecordCells} />;
}
