import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { CallError } from '#src/api/call.ts';
import { useText } from '#src/console/useText.ts';
import { ScanBox } from '#src/ui/scan/ScanBox.tsx';
import { playSound } from '#src/ui/scan/sounds.ts';
import { Verdict, type VerdictProps } from '#src/ui/scan/Verdict.tsx';
import { checkJob } from './printJobApi.ts';

/** One label of the batch is scanned back: only then the batch is released. */
export function CheckPanel({ printId, onReleased }: { readonly printId: string; readonly onReleased: () => Promise<void> }) {
  const { label } = useText();
  const [verdict, setVerdict] = useState<Pick<VerdictProps, 'kind' | 'word' | 'detail' | 'code'>>({
    kind: 'idle',
    word: ['扫描一张标签核对', 'Scan one label to check'],
  });
  const check = async (code: string): Promise<void> => {
    try {
      await checkJob(printId, code);
      playSound('ok');
      setVerdict({ kind: 'ok', word: ['核对通过', 'Reads well'], code });
      await onReleased();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      playSound('refused');
      setVerdict({
        kind: 'refused',
        word: error.isTransport ? ['需要网络', 'This needs the network'] : ['核对未通过', 'Does not match'],
        detail: error.message,
        code,
      });
    }
  };
  return (
    <chakra.section display="grid" gap={2} aria-label={label(['核对放行', 'Check and release'])}>
      <ScanBox label={['扫描一张标签核对', 'Scan one label to check']} onScan={({ code }) => void check(code)} />
      <Verdict kind={verdict.kind} word={verdict.word} detail={verdict.detail} code={verdict.code} />
    </chakra.section>
  );
}
