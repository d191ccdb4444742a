import { chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useText } from '#src/console/useText.ts';
import { IconButton } from '#src/ui/IconButton.tsx';

/** Codes that were scanned for one act, each to be taken off again. */
export function ScannedCodes({ codes, onRemove }: { readonly codes: readonly string[]; readonly onRemove: (code: string) => void }) {
  const { label } = useText();
  if (codes.length === 0) return <chakra.p textStyle="dense">{label(['扫描的样本显示在这里', 'Scanned samples appear here'])}</chakra.p>;
  return (
    <chakra.ul listStyleType="none" display="flex" flexWrap="wrap" gap={1} data-scanned>
      {codes.map((code) => (
        <chakra.li key={code} display="inline-flex" alignItems="center" gap={1} border="hairline" borderRadius="md" pl={2} textStyle="mono">
          {code}
          <IconButton size="sm" icon={X} label={label(['移除 {code}', 'Take {code} off'], { code })} onClick={() => onRemove(code)} />
        </chakra.li>
      ))}
    </chakra.ul>
  );
}
