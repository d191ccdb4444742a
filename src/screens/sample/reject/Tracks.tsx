import { chakra } from '@chakra-ui/react';
import type { CaseTrack } from '#domain/sample/reject/rejectRows.ts';
import { contactWay } from '#domain/lab/process/processChoices.ts';
import { useText } from '#src/console/useText.ts';

/** What was done about it, the newest first. */
export function Tracks({ tracks }: { readonly tracks: readonly CaseTrack[] }) {
  const { label } = useText();
  return (
    <section>
      <chakra.h3 textStyle="note" color="fg.muted" mb={1}>
        {label(['跟踪记录', 'Follow-ups'])}
      </chakra.h3>
      {tracks.length === 0 ? <chakra.p textStyle="dense">{label(['尚未跟踪', 'Nothing yet'])}</chakra.p> : null}
      <chakra.ol listStyleType="none" textStyle="dense" data-tracks>
        {tracks.map((track) => (
          <chakra.li key={track.trackId} borderTop="hairline" py={1}>
            <chakra.div color="fg.muted">
              {[
                track.createTime.slice(0, 16),
                track.creator,
                track.contactWay === null ? null : label(contactWay.labelOf(track.contactWay) ?? ['', '']),
                track.contactName,
                track.readBack === 1 ? label(['已复述', 'Read back']) : null,
              ]
                .filter(Boolean)
                .join(' · ')}
            </chakra.div>
            {track.content}
          </chakra.li>
        ))}
      </chakra.ol>
    </section>
  );
}
