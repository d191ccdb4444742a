import { chakra } from '@chakra-ui/react';
import { formatDate } from '#domain/kernel/dates.ts';
import type { Label } from '#domain/kernel/label.ts';
import type { UsualTime } from '#domain/search/usualTime.ts';
import { useNow } from '#src/console/useNow.ts';
import { useText } from '#src/console/useText.ts';

/** Often enough for a screen that is open over midnight. */
const renewMs = 600_000;

/** Says above a list that it goes back some days alone, while nothing says when or which. `text` tells {days} and {from}. */
export function UsualTimeNotice({
  usual,
  query,
  text,
}: {
  readonly usual: UsualTime;
  readonly query: Readonly<Record<string, string | number>>;
  readonly text: Label;
}) {
  const { label } = useText();
  const now = useNow(renewMs);
  if (!usual.isMeant(query)) return null;
  return (
    <chakra.p role="status" bg="info.subtle" color="info.text" borderRadius="md" px={3} py={1} textStyle="dense" flexShrink={0}>
      {label(text, { days: usual.days, from: usual.begin(formatDate(now)) })}
    </chakra.p>
  );
}
