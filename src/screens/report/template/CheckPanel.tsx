import { chakra } from '@chakra-ui/react';
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import type { TemplateFinding } from '#domain/report/templateCheck.ts';
import { useText } from '#src/console/useText.ts';

/** What the content check says, as it is drawn: what forbids the release first. */
export function CheckPanel({ findings, onChoose }: { readonly findings: readonly TemplateFinding[]; readonly onChoose: (id: string) => void }) {
  const { label } = useText();
  const sorted = findings.toSorted((one, other) => one.level.localeCompare(other.level));
  if (sorted.length === 0)
    return (
      <chakra.p display="flex" gap={2} alignItems="center" color="success.text" textStyle="dense">
        <CircleCheck size={16} /> {label(['内容检查通过, 可以发布', 'The content check is passed; it may be released'])}
      </chakra.p>
    );
  return (
    <chakra.ul listStyleType="none" display="grid" gap={2} textStyle="dense">
      {sorted.map(({ level, code, text, blockId }, at) => (
        <chakra.li
          key={`${code}-${blockId ?? ''}-${at}`}
          display="grid"
          gridTemplateColumns="16px minmax(0, 1fr)"
          gap={2}
          color={level === 'B' ? 'danger.text' : 'warning.text'}
        >
          <chakra.span pt="2px">{level === 'B' ? <CircleX size={16} /> : <TriangleAlert size={16} />}</chakra.span>
          <chakra.span>
            {label(level === 'B' ? ['禁止发布', 'Forbids release'] : ['提示', 'Hint'])}: {label(text)}
            {blockId === null ? null : (
              <chakra.button type="button" ml={2} textDecoration="underline" cursor="pointer" onClick={() => onChoose(blockId)}>
                {label(['查看', 'Show'])}
              </chakra.button>
            )}
          </chakra.span>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}
