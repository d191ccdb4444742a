import { Box } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { useSay } from '../language.ts';

export type VerdictKind = 'ok' | 'waiting' | 'repeat' | 'refused' | 'idle';

const looks: Readonly<Record<VerdictKind, { icon: LucideIcon; tone: 'success' | 'info' | 'warning' | 'danger' | null }>> = {
  ok: { icon: CircleCheck, tone: 'success' },
  waiting: { icon: Clock, tone: 'info' },
  repeat: { icon: CircleAlert, tone: 'warning' },
  refused: { icon: CircleX, tone: 'danger' },
  idle: { icon: Clock, tone: null },
};

export interface VerdictProps {
  readonly kind: VerdictKind;
  /** One or two words. */
  readonly word: Label;
  /** Who, when, why. */
  readonly detail?: string;
  /** The code judged, shown in 28 px. */
  readonly code?: string;
  readonly children?: ReactNode;
}

/** The verdict of a scan as one large word with icon and colour, readable from two metres. */
export function Verdict({ kind, word, detail, code, children }: VerdictProps) {
  const say = useSay();
  const { icon: Icon, tone } = looks[kind];
  return (
    <Box
      role="status"
      aria-live="assertive"
      data-verdict={kind}
      border="1px solid"
      borderColor={tone ? `${tone}.border` : 'border'}
      bg={tone ? `${tone}.subtle` : 'bg.subtle'}
      color={tone ? `${tone}.text` : 'fg.muted'}
      borderRadius="md"
      px={4}
      py={3}
      minH="120px"
    >
      <Box textStyle="scan" color="fg" minH="36px" overflowWrap="anywhere">
        {code ?? ''}
      </Box>
      {/* Nothing judged yet is no verdict: what to do next may take a sentence, on the same line. */}
      <Box
        display="flex"
        alignItems="center"
        gap={3}
        textStyle="verdict"
        minH="48px"
        {...(kind === 'idle' ? { fontSize: 'code', lineHeight: 'code' } : {})}
      >
        <Icon size={36} aria-hidden style={{ flexShrink: 0 }} />
        <span>{say(word)}</span>
      </Box>
      <Box textStyle="body" minH="22px">
        {detail ?? ''}
      </Box>
      {children}
    </Box>
  );
}
