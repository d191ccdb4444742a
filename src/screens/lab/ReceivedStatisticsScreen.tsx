import { receiveStatistics } from '#domain/lab/receiptStatistics.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';

/** 接收统计: what the lab's door took in by day, week, month or year, drawn and as rows by laboratory and commodity. */
export function Screen() {
  return <ListingScreen list={receiveStatistics} emptyText={['这段时间没有接收', 'Nothing was received in this time']} />;
}
