import { chakra } from '@chakra-ui/react';
import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Kbd } from './Kbd.tsx';

const Root = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: 1.5,
    flexShrink: 0,
    border: '1px solid',
    borderRadius: 'md',
    fontWeight: 'medium',
    whiteSpace: 'nowrap',
    userSelect: 'none',
    cursor: 'pointer',
    transition: 'background-color 80ms, border-color 80ms',
    '& > svg': { flexShrink: 0 },
    _disabled: { cursor: 'not-allowed', bg: 'bg.muted', color: 'fg.disabled', borderColor: 'border', _hover: { bg: 'bg.muted' } },
  },
  variants: {
    variant: {
      primary: { bg: 'accent.solid', color: 'accent.contrast', borderColor: 'accent.solid', _hover: { bg: 'accent.solidHover' } },
      secondary: { bg: 'bg.panel', color: 'fg', borderColor: 'border.input', _hover: { bg: 'bg.muted' } },
      danger: { bg: 'danger.solid', color: 'white', borderColor: 'danger.solid', _hover: { filter: 'brightness(0.92)' } },
      ghost: { bg: 'transparent', color: 'accent.text', borderColor: 'transparent', _hover: { bg: 'bg.muted' } },
    },
    size: {
      sm: { h: 'controlSm', px: 2, textStyle: 'dense' },
      md: { h: 'control', px: 3, textStyle: 'dense' },
      lg: { h: '40px', px: 4, textStyle: 'body' },
    },
  },
  defaultVariants: { variant: 'secondary', size: 'md' },
});

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'color'> {
  readonly variant?: 'primary' | 'secondary' | 'danger' | 'ghost';
  /** sm 28 px (in tables), md 32 px, lg 40 px. */
  readonly size?: 'sm' | 'md' | 'lg';
  readonly icon?: LucideIcon;
  /** The key that does the same, shown in the button, e.g. `Ctrl+S`. */
  readonly keyHint?: string;
  /** Shows that the act is under way and keeps it from being done twice. */
  readonly isBusy?: boolean;
}

export function Button({ icon: Icon, keyHint, isBusy = false, children, disabled, type = 'button', ...rest }: ButtonProps) {
  return (
    <Root type={type} disabled={disabled || isBusy} aria-busy={isBusy || undefined} aria-keyshortcuts={keyHint?.replace('Ctrl', 'Control')} {...rest}>
      {isBusy ? <LoaderCircle size={14} aria-hidden className="spinning" /> : Icon ? <Icon size={14} aria-hidden /> : null}
      {children}
      {keyHint ? <Kbd aria-hidden>{keyHint}</Kbd> : null}
    </Root>
  );
}
