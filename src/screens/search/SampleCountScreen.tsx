import { sampleCount, usualCounts } from '#domain/search/sampleCount.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { UsualTimeNotice } from '#src/resource/UsualTimeNotice.tsx';
import { monthAlone } from './countTexts.ts';

/** 样本量统计: what was received, reported, rejected, sent back and late, drawn and as rows. */
export function Screen() {
  return (
    <ListingScreen
      list={sampleCount}
      emptyText={['这段时间没有样本', 'Nothing happened in this time']}
      above={({ query }) => <UsualTimeNotice usual={usualCounts} query={query} text={monthAlone} />}
    />
  );
}
