import { sampleExcludeHistory } from '#domain/bill/exclusion/exclusionLists.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { sampleRecordCells } from './recordCells.ts';

/** 条码排除记录: which samples were excluded, by whom and why. */
export function Screen() {
  return <ListingScreen list={sampleExcludeHistory} cells={sampleRecordCells} />;
}
