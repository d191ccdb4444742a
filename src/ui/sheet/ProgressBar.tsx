import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export interface ProgressBarProps {
  /** 0 to 1. */
  readonly share: number;
  readonly text: string;
  /** What can be done meanwhile. */
  readonly children?: ReactNode;
}

/** How far something long has come; the figure stands beside the bar. */
export function ProgressBar({ share, text, children }: ProgressBarProps) {
  const percent = Math.min(100, Math.max(0, Math.round(share * 100)));
  return (
    <chakra.div display="flex" flexDirection="column" gap={3} maxW="520px" py={6} role="status">
      <chakra.div display="flex" justifyContent="space-between" textStyle="dense" fontVariantNumeric="tabular-nums">
        <span>{text}</span>
        <span>{percent}%</span>
      </chakra.div>
      <chakra.div
        role="progressbar"
        aria-label={text}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        h="8px"
        bg="bg.muted"
        borderRadius="full"
        overflow="hidden"
      >
        <chakra.div h="full" bg="accent.solid" style={{ width: `${percent}%` }} />
      </chakra.div>
      <chakra.div display="flex" alignItems="center" gap={3}>
        {children}
      </chakra.div>
    </chakra.div>
  );
}
