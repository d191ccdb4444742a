import { chakra } from '@chakra-ui/react';
import type { Label } from '#domain/kernel/label.ts';
import { useSay } from '#src/ui/language.ts';
import type { WireRow } from './wireRow.ts';

const Line = chakra('dl', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: 4,
    mt: 4,
    pt: 2,
    borderTop: 'hairline',
    textStyle: 'note',
    color: 'fg.muted',
    '& > div': { display: 'flex', gap: 1 },
    '& dd': { fontVariantNumeric: 'tabular-nums' },
  },
});
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** Who made a record, who changed it last, and when. */
export function RecordFacts({ row }: { readonly row: WireRow }) {
  const say = useSay();
  const facts: readonly (readonly [Label, string])[] = [
    [['创建', 'Created'], [text(row.createUserName), text(row.createTime)].filter(Boolean).join(' ')],
    [['更新', 'Updated'], [text(row.updateUserName), text(row.updateTime)].filter(Boolean).join(' ')],
    [['版本', 'Version'], text(row.version)],
  ];
  const shown = facts.filter(([, value]) => value !== '');
  if (shown.length === 0) return null;
  return (
    <Line>
      {shown.map(([label, value]) => (
        <div key={label[1]}>
          <dt>{say(label)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Line>
  );
}
