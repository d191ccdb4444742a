import { chakra } from '@chakra-ui/react';
import { noticeChannel, noticeKind, noticeState } from '#domain/sample/reject/rejectChoices.ts';
import type { DeskNotice } from '#domain/sample/reject/rejectRows.ts';
import { useText } from '#src/console/useText.ts';
import { StatusWord, type Tone } from '#src/ui/Tag.tsx';

const tones: Readonly<Record<number, Tone>> = {
  [noticeState.waiting]: 'info',
  [noticeState.sent]: 'success',
  [noticeState.failed]: 'danger',
  [noticeState.noAddress]: 'danger',
  [noticeState.unknown]: 'warning',
};

/** Who was told of it, how, and what became of it; until its time comes, when it leaves. */
export function Notices({ notices }: { readonly notices: readonly DeskNotice[] }) {
  const { label } = useText();
  if (notices.length === 0) return null;
  return (
    <section>
      <chakra.h3 textStyle="note" color="fg.muted" mb={1}>
        {label(['通知', 'Notices'])}
      </chakra.h3>
      <chakra.ol listStyleType="none" textStyle="dense" data-notices>
        {notices.map((notice) => (
          <chakra.li key={notice.noticeId} display="flex" gap={3} borderTop="hairline" py={1}>
            <StatusWord tone={tones[notice.state] ?? 'neutral'}>{label(noticeState.labelOf(notice.state) ?? ['', ''])}</StatusWord>
            <span>
              {[
                label(noticeKind.labelOf(notice.kind) ?? ['', '']),
                label(noticeChannel.labelOf(notice.channel) ?? ['', '']),
                notice.receiverName,
              ].join(' · ')}
            </span>
            <chakra.span color="fg.muted" flex={1}>
              {notice.state === noticeState.waiting
                ? label(['{time} 发出', 'leaves at {time}'], { time: notice.sendAfter.slice(5, 16) })
                : [notice.sendTime?.slice(5, 16), notice.answer].filter(Boolean).join(' ')}
            </chakra.span>
          </chakra.li>
        ))}
      </chakra.ol>
    </section>
  );
}
