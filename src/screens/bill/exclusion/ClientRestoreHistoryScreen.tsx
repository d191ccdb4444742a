import { clientRestoreHistory } from '#domain/bill/exclusion/exclusionLists.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { clientRecordCells } from './recordCells.ts';

/** 送检单位恢复记录: which clients, and commodities of them, were restored, by whom and why. */
export function Screen() {
  return <ListingScreen list={clientRestoreHistory} cells={clientRecordCells} />;
}
