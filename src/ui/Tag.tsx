import { chakra } from '@chakra-ui/react';
import { Circle, CircleAlert, CircleCheck, CircleSlash, Clock, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info';

const tones = {
  neutral: { bg: 'bg.muted', color: 'fg', borderColor: 'border' },
  accent: { bg: 'accent.subtle', color: 'accent.text', borderColor: 'accent.border' },
  success: { bg: 'success.subtle', color: 'success.text', borderColor: 'success.border' },
  warning: { bg: 'warning.subtle', color: 'warning.text', borderColor: 'warning.border' },
  danger: { bg: 'danger.subtle', color: 'danger.text', borderColor: 'danger.border' },
  info: { bg: 'info.subtle', color: 'info.text', borderColor: 'info.border' },
} as const;

/** A word in a box; the tone never stands without the word. */
export const Tag = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1,
    h: '20px',
    px: '6px',
    border: '1px solid',
    borderRadius: 'sm',
    fontSize: 'xs',
    lineHeight: '18px',
    whiteSpace: 'nowrap',
    maxW: 'full',
    '& > svg': { flexShrink: 0 },
  },
  variants: { tone: tones },
  defaultVariants: { tone: 'neutral' },
});

/** A count, e.g. beside a tab or the outbox. */
export const Badge = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    minW: '18px',
    h: '18px',
    px: '5px',
    borderRadius: 'full',
    fontSize: '11px',
    lineHeight: '18px',
    fontWeight: 'semibold',
    fontVariantNumeric: 'tabular-nums',
    color: 'white',
  },
  variants: {
    tone: {
      neutral: { bg: 'bg.muted', color: 'fg' },
      accent: { bg: 'accent.solid', color: 'accent.contrast' },
      success: { bg: 'success.solid' },
      warning: { bg: 'warning.solid' },
      danger: { bg: 'danger.solid' },
      info: { bg: 'info.solid' },
    },
  },
  defaultVariants: { tone: 'neutral' },
});

const toneIcons: Readonly<Record<Tone, LucideIcon>> = {
  neutral: Circle,
  accent: Circle,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
  info: Info,
};
const Word = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1,
    whiteSpace: 'nowrap',
    maxW: 'full',
    verticalAlign: 'bottom',
    '& > svg': { flexShrink: 0 },
    '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
  },
  variants: {
    tone: {
      neutral: { color: 'fg.muted' },
      accent: { color: 'accent.text' },
      success: { color: 'success.text' },
      warning: { color: 'warning.text' },
      danger: { color: 'danger.text' },
      info: { color: 'info.text' },
    },
  },
  defaultVariants: { tone: 'neutral' },
});

export interface StatusWordProps {
  readonly tone?: Tone;
  /** Default: the tone's own icon. Shape, not colour alone, tells states apart. */
  readonly icon?: LucideIcon;
  readonly children: ReactNode;
}

/** A state as icon + word + colour: in table cells and headers. */
export function StatusWord({ tone = 'neutral', icon, children }: StatusWordProps) {
  const Icon = icon ?? toneIcons[tone];
  return (
    <Word tone={tone}>
      <Icon size={14} aria-hidden />
      <span>{children}</span>
    </Word>
  );
}

/** Icons that states of this product share, so that one state looks the same on every screen. */
export const stateIcons = { waiting: Clock, off: CircleSlash, done: CircleCheck, warning: TriangleAlert, failed: CircleAlert } as const;
