import { chakra } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

const Root = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    borderRadius: 'md',
    color: 'fg.muted',
    cursor: 'pointer',
    transition: 'background-color 80ms',
    _hover: { bg: 'bg.muted', color: 'fg' },
    '&[aria-pressed=true]': { bg: 'accent.subtle', color: 'accent.text' },
    _disabled: { cursor: 'not-allowed', color: 'fg.disabled', _hover: { bg: 'transparent' } },
  },
  variants: { size: { sm: { boxSize: 'controlSm' }, md: { boxSize: 'control' } } },
  defaultVariants: { size: 'md' },
});

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'color' | 'children'> {
  /** Read by screen readers and shown as the tip. */
  readonly label: string;
  readonly icon: LucideIcon;
  readonly size?: 'sm' | 'md';
  /** Present on toggles only. */
  readonly isPressed?: boolean;
  /** The key that does the same; shown in the tip. */
  readonly keyHint?: string | undefined;
}

export function IconButton({ label, icon: Icon, isPressed, keyHint, type = 'button', ...rest }: IconButtonProps) {
  return (
    <Root
      type={type}
      aria-label={label}
      aria-pressed={isPressed}
      data-tip={keyHint ? `${label}  ${keyHint}` : label}
      aria-keyshortcuts={keyHint?.replace('Ctrl', 'Control')}
      {...rest}
    >
      <Icon size={16} aria-hidden />
    </Root>
  );
}
