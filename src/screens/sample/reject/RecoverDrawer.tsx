import { chakra } from '@chakra-ui/react';
import { rejectRecover } from '#domain/sample/reject/rejectRecover.ts';
import type { RejectRow } from '#domain/sample/reject/rejectRows.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { StateView } from '#src/ui/StateView.tsx';

interface RecoverDrawerProps {
  readonly rows: readonly RejectRow[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Recovers rejected tubes: where each goes back to, and what is not as before, stands there before the act. */
export function RecoverDrawer({ rows, onDone, onClose }: RecoverDrawerProps) {
  const { label } = useText();
  const names = new Map(rows.map(({ rejectRecordId, sampleCode }) => [rejectRecordId, sampleCode]));
  return (
    <ActDrawer
      command={rejectRecover}
      rows={rows.map(({ rejectRecordId }) => ({ rejectRecordId, photos: [] }))}
      nameOf={({ rejectRecordId }) => names.get(rejectRecordId) ?? rejectRecordId}
      onDone={onDone}
      onClose={onClose}
    >
      {() => (
        <chakra.section mt={3}>
          <chakra.h3 textStyle="note" color="fg.muted" mb={1}>
            {label(['恢复到', 'Goes back to'])}
          </chakra.h3>
          <chakra.ul listStyleType="none" textStyle="dense" data-foreseen>
            {rows.map((row) => (
              <Foreseen key={row.rejectRecordId} row={row} />
            ))}
          </chakra.ul>
        </chakra.section>
      )}
    </ActDrawer>
  );
}

function Foreseen({ row }: { readonly row: RejectRow }) {
  const { label } = useText();
  const { data, failure, retry } = useAsked('GET sample/reject-record/restoreEdit', { id: row.rejectRecordId });
  return (
    <chakra.li borderTop="hairline" py={1}>
      <chakra.div display="flex" gap={3}>
        <chakra.span textStyle="mono" minW="140px">
          {row.sampleCode}
        </chakra.span>
        {data?.target ? <strong>{label(labStatus.labelOf(data.target.labStatus) ?? ['', ''])}</strong> : null}
        {data?.refusal ? <chakra.span color="danger.text">{data.refusal.text}</chakra.span> : null}
        {data && !data.refusal && data.differences.length === 0 ? (
          <chakra.span color="fg.muted">{label(['与拒收前一致', 'As it was before'])}</chakra.span>
        ) : null}
      </chakra.div>
      {failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : null}
      {(data?.differences ?? []).map((difference) => (
        <chakra.div key={difference} color="warning.text">
          {difference}
        </chakra.div>
      ))}
    </chakra.li>
  );
}
