import { chakra } from '@chakra-ui/react';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { IconButton } from '#src/ui/IconButton.tsx';
import { useText } from './useText.ts';

const Line = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: 1 } });
const Name = chakra('label', {
  base: { textStyle: 'dense', color: 'fg.muted', '&[data-required]::before': { content: '"*" / ""', color: 'danger.text', mr: '2px' } },
});
const Fault = chakra('div', { base: { textStyle: 'note', color: 'danger.text' } });
const Note = chakra('div', { base: { textStyle: 'note', color: 'warning.text' } });
const box = {
  w: 'full',
  minW: 0,
  h: 'control',
  px: 2,
  border: '1px solid',
  borderColor: 'border.input',
  borderRadius: 'md',
  bg: 'bg.input',
  color: 'fg',
  textStyle: 'dense',
  _hover: { borderColor: 'border.strong' },
  _focusVisible: { borderColor: 'accent.focus', outline: '1px solid {colors.accent.focus}', outlineOffset: 0 },
  '&[aria-invalid=true]': { borderColor: 'danger.solid' },
} as const;

export const TextBox = chakra('input', { base: box, variants: { size: { lg: { h: '40px', textStyle: 'body', px: 3 } } } });
export const SelectBox = chakra('select', { base: box });

export interface FieldProps {
  readonly id: string;
  readonly 'aria-invalid': boolean | undefined;
  readonly 'aria-required': boolean | undefined;
  readonly 'aria-describedby': string | undefined;
}
export interface FieldLineProps {
  readonly label: string;
  readonly isRequired?: boolean;
  readonly error?: string | null;
  readonly children: (props: FieldProps) => ReactNode;
}

/** Label above, field, fault below: for the few forms that describe no resource (login, passwords, choices of the session). */
export function FieldLine({ label, isRequired, error, children }: FieldLineProps) {
  const id = useId();
  const props = { id, 'aria-invalid': error ? true : undefined, 'aria-required': isRequired, 'aria-describedby': error ? `${id}-fault` : undefined };
  return (
    <Line>
      <Name htmlFor={id} data-required={isRequired || undefined}>
        {label}
      </Name>
      {children(props)}
      {error ? <Fault id={`${id}-fault`}>{error}</Fault> : null}
    </Line>
  );
}

const Holder = chakra('div', {
  base: {
    position: 'relative',
    '& > input': { pr: '36px' },
    '& > button': { position: 'absolute', right: '2px', top: '50%', transform: 'translateY(-50%)' },
  },
});

export interface PasswordBoxProps extends Omit<ComponentProps<typeof TextBox>, 'onChange' | 'type'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A password field that can be shown and says when Caps Lock is on. */
export function PasswordBox({ onChange, ...rest }: PasswordBoxProps) {
  const { t } = useText();
  const [isShown, setShown] = useState(false);
  const [isCaps, setCaps] = useState(false);
  const watchCaps = (event: KeyboardEvent<HTMLInputElement>): void => setCaps(event.getModifierState('CapsLock'));
  return (
    <>
      <Holder>
        <TextBox
          {...rest}
          type={isShown ? 'text' : 'password'}
          spellCheck={false}
          autoCapitalize="off"
          onKeyDown={watchCaps}
          onKeyUp={watchCaps}
          onChange={(event) => onChange(event.target.value)}
        />
        <IconButton
          size="sm"
          tabIndex={-1}
          label={t(isShown ? 'login.hidePassword' : 'login.showPassword')}
          icon={isShown ? EyeOff : Eye}
          onClick={() => setShown(!isShown)}
        />
      </Holder>
      {isCaps ? <Note role="status">{t('login.capsLock')}</Note> : null}
    </>
  );
}
