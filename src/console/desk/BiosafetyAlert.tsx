import { chakra } from '@chakra-ui/react';
import { Biohazard } from 'lucide-react';
import { suspectedText } from '#domain/sample/biosafety.ts';
import { useText } from '#src/console/useText.ts';

export interface SuspectedTube {
  readonly sampleCode: string;
  readonly suspectedAgents?: readonly number[] | null | undefined;
}

/** In red, above all else: which of the tubes at hand may hold a dangerous pathogen. Nothing while none does. */
export function BiosafetyAlert({ tubes }: { readonly tubes: readonly SuspectedTube[] }) {
  const { label } = useText();
  // A tube of several commodities stands in several rows.
  const suspected = new Map(tubes.flatMap(({ sampleCode, suspectedAgents }) => (suspectedAgents ? [[sampleCode, suspectedAgents] as const] : [])));
  if (suspected.size === 0) return null;
  return (
    <chakra.div
      role="alert"
      display="flex"
      gap={2}
      alignItems="flex-start"
      px={3}
      py={2}
      borderRadius="md"
      border="1px solid"
      borderColor="danger.border"
      bg="danger.subtle"
      color="danger.text"
      textStyle="body"
      fontWeight="semibold"
      data-biosafety
    >
      <Biohazard size={18} aria-hidden />
      <chakra.ul listStyleType="none" m={0}>
        {[...suspected].map(([sampleCode, agents]) => (
          <li key={sampleCode}>
            <chakra.span textStyle="mono">{sampleCode}</chakra.span> {label(suspectedText(agents))}
          </li>
        ))}
      </chakra.ul>
    </chakra.div>
  );
}
