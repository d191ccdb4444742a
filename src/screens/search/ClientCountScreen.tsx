import { clientCount, usualCounts } from '#domain/search/sampleCount.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { UsualTimeNotice } from '#src/resource/UsualTimeNotice.tsx';
import { monthAlone } from './countTexts.ts';

/** 客户样本量统计: the same for each sending client. */
export function Screen() {
  return (
    <ListingScreen
      list={clientCount}
      emptyText={['这段时间没有样本', 'Nothing happened in this time']}
      above={({ query }) => <UsualTimeNotice usual={usualCounts} query={query} text={monthAlone} />}
    />
  );
}
