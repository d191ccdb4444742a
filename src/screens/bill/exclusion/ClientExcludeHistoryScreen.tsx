import { clientExcludeHistory } from '#domain/bill/exclusion/exclusionLists.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { clientRecordCells } from './recordCells.ts';

/** 送检单位排除记录: which clients, and commodities of them, were excluded, by whom and why. */
export function Screen() {
  return <ListingScreen list={clientExcludeHistory} cells={clientRecordCells} />;
}
