import { chakra } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { processKind } from '#domain/lab/process/processChoices.ts';
import type { ProcessRow } from '#domain/lab/process/processRows.ts';
import { resampleRecover, stopRecover } from '#domain/lab/process/recordActs.ts';
import { ask } from '#src/api/ask.ts';
import { newRequestId } from '#src/api/request.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { AskDrawer, saidAt } from '#src/console/act/AskDrawer.tsx';
import { useText } from '#src/console/useText.ts';
import { FileBox } from '#src/ui/fields/FileBox.tsx';
import { notify } from '#src/ui/notify.tsx';

export interface RecoverDrawerProps {
  readonly rows: readonly ProcessRow[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Takes records back: a request for a new sample with a reason, a stop on a file, too. */
export function RecoverDrawer(props: RecoverDrawerProps) {
  const { rows } = props;
  const names = new Map(rows.map(({ recordId, sampleCode }) => [recordId, sampleCode]));
  if (rows[0]?.kind === processKind.stop) return <StopRecovery {...props} />;
  return (
    <ActDrawer
      command={resampleRecover}
      rows={rows.map(({ recordId }) => ({ recordId }))}
      nameOf={({ recordId }) => names.get(recordId) ?? recordId}
      onDone={props.onDone}
      onClose={props.onClose}
    />
  );
}

function StopRecovery({ rows, onDone, onClose }: RecoverDrawerProps) {
  const { label } = useText();
  const [file, setFile] = useState<File | null>(null);
  const [isWanting, setWanting] = useState(false);
  // One key for one intention: sent again after a lost answer it is done once.
  const intention = useRef({ sent: '', key: '' });
  const name = rows.length === 1 ? (rows[0]?.sampleCode ?? '') : label(['{count} 项', '{count}'], { count: rows.length });
  return (
    <AskDrawer
      title={`${label(stopRecover.title)} ${name}`}
      fields={stopRecover.asks}
      consequence={stopRecover.consequence}
      act={stopRecover.title}
      onClose={onClose}
      onAct={async ({ reason }) => {
        setWanting(file === null);
        if (!file) return [saidAt(undefined, stopRecover.refusals['process.noEvidence']!)];
        const recordIds = rows.map(({ recordId }) => recordId).join(',');
        const form = new FormData();
        form.append('recordIds', recordIds);
        form.append('reason', reason);
        form.append('file', file);
        const sent = JSON.stringify([recordIds, reason, file.name, file.size, file.lastModified]);
        if (intention.current.sent !== sent) intention.current = { sent, key: newRequestId() };
        const answers = await ask('POST lab/lab-process/stop-recovery', { form, quiet: true, headers: { 'Idempotency-Key': intention.current.key } });
        if (answers.some(({ code }) => code === null)) onDone();
        const refused = answers.filter(({ code }) => code !== null);
        if (refused.length === 0) {
          notify.success(['{title}: 操作成功!', '{title}: done'], { params: { title: `${label(stopRecover.title)} ${name}` } });
          return undefined;
        }
        // What was refused is asked anew.
        intention.current = { sent: '', key: '' };
        return refused.map(({ code, text }) => saidAt(undefined, text ?? code ?? ''));
      }}
    >
      <chakra.div mt={3}>
        <FileBox
          label={['恢复凭证 (图片或 PDF，不超过 10 MB)', 'Evidence (a picture or a PDF, at most 10 MB)']}
          accept="image/jpeg,image/png,image/webp,application/pdf"
          file={file}
          onChoose={setFile}
          isInvalid={isWanting && !file}
        />
      </chakra.div>
    </AskDrawer>
  );
}
