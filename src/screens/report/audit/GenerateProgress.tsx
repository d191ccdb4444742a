import { chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useUntilOver } from '#src/console/desk/useUntilOver.ts';
import { useText } from '#src/console/useText.ts';
import { IconButton } from '#src/ui/IconButton.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';

interface GenerateProgressProps {
  readonly batchId: string;
  /** It has ended: lists are read anew. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}
/** How far reports are being made, and what became of each that was not; may be left, it goes on. */
export function GenerateProgress({ batchId, onDone, onClose }: GenerateProgressProps) {
  const { label } = useText();
  const { data, failure, retry } = useAsked('GET report/report-audit/get-generate-result', { batchId });
  const isOver = data !== undefined && data.state >= 2;
  useUntilOver(isOver, retry, onDone);
  const left = data?.rows.filter(({ outcome }) => outcome !== 'done' && outcome !== 'waiting') ?? [];
  return (
    <chakra.section
      role="status"
      display="flex"
      gap={3}
      alignItems="flex-start"
      px={2}
      py={1}
      border="hairline"
      borderRadius="sm"
      bg="bg.panel"
      textStyle="dense"
    >
      <chakra.div flex={1} display="grid" gap={0.5}>
        <span>
          {failure && !data
            ? failure.message
            : label(isOver ? ['已处理 {done}/{total}', '{done} of {total} are done'] : ['正在生成 {done}/{total}', 'Making {done} of {total}'], {
                done: data?.doneCount ?? 0,
                total: data?.totalCount ?? '…',
              })}
        </span>
        {left.map(({ reportId, reportNo, message, outcome }) => (
          <StatusWord key={reportId} tone={outcome === 'skipped' ? 'neutral' : 'danger'}>
            {`${reportNo}: ${message ? label(message) : ''}`}
          </StatusWord>
        ))}
      </chakra.div>
      <IconButton size="sm" icon={X} label={label(['关闭', 'Close'])} onClick={onClose} />
    </chakra.section>
  );
}
