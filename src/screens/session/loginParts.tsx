import { chakra } from '@chakra-ui/react';
import type { Label } from '#domain/kernel/label.ts';
import { FieldLine, TextBox } from '#src/console/FieldLine.tsx';
import { useText } from '#src/console/useText.ts';

/** The column of fields that every way to log in shares. */
export const LoginFields = chakra('form', { base: { display: 'flex', flexDirection: 'column', gap: 4 } });
/** A field and what belongs beside it. */
export const LoginRow = chakra('div', { base: { display: 'flex', alignItems: 'center', gap: 2, '& > input': { flex: 1, minW: 0 } } });

export const tenantHint: Label = ['请输入租户ID', 'Enter your tenant id'];

export interface TenantFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isTried: boolean;
}

/** Which tenant somebody belongs to; shown in tenant mode alone. */
export function TenantField({ value, onChange, isTried }: TenantFieldProps) {
  const { label } = useText();
  return (
    <FieldLine label={label(['租户ID', 'Tenant id'])} error={isTried && !value.trim() ? label(tenantHint) : null}>
      {(props) => (
        <TextBox
          {...props}
          size="lg"
          name="tenant"
          autoComplete="organization"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={30}
          placeholder={label(tenantHint)}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FieldLine>
  );
}
