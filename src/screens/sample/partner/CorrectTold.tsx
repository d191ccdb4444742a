import { useMemo } from 'react';
import type { Problem } from '#domain/kernel/check.ts';
import { text, type Field, type Fields } from '#domain/kernel/fields.ts';
import type { PartnerReceivePayload } from '#domain/sample/partner/partnerInput.ts';
import { requisitionFields } from '#domain/sample/rules/summaryFields.ts';
import { AskDrawer, saidAt } from '#src/console/act/AskDrawer.tsx';
import { useText } from '#src/console/useText.ts';
import type { HeldLine, PartnerScan } from './usePartnerScan.ts';

const correctable = [
  'personName',
  'sex',
  'birthDate',
  'age',
  'ageUnit',
  'telephone',
  'credentialType',
  'credentialNo',
  'samplingTime',
  'commodityIds',
  'arrivalTemperature',
  'guardianName',
  'guardianPhone',
  'guardianConsent',
] as const satisfies readonly (keyof typeof requisitionFields)[];
const open = (field: Field): Field => ({ ...field, required: false });
const fields: Fields = {
  ...Object.fromEntries(correctable.map((name) => [name, open(requisitionFields[name])])),
  reason: text('更改或提示的原因', 'Why', { max: 200 }),
};
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

export interface CorrectToldProps {
  readonly held: HeldLine;
  readonly correct: PartnerScan['correct'];
  readonly onClose: () => void;
}

/** What was told, to be filled in or replaced with a reason; the reason answers the warnings that stood against it, too. */
export function CorrectTold({ held, correct, onClose }: CorrectToldProps) {
  const { label } = useText();
  const { line, refused, code } = held;
  const told = useMemo(
    (): Readonly<Record<string, unknown>> => ({
      ...Object.fromEntries(correctable.map((name) => [name, (line as Readonly<Record<string, unknown>>)[name]])),
      ageUnit: line.age === null ? null : 1,
    }),
    [line],
  );
  const act = async (values: Readonly<Record<string, unknown>>): Promise<readonly Problem[] | void> => {
    const overrides = Object.fromEntries(correctable.flatMap((name) => (isSame(values[name], told[name]) ? [] : [[name, values[name]]])));
    const reason = typeof values['reason'] === 'string' ? values['reason'].trim() : '';
    const rules = (refused?.problems ?? []).flatMap(({ params }) => (typeof params['rule'] === 'string' ? [params['rule']] : []));
    const reasons = reason === '' ? {} : Object.fromEntries([...Object.keys(overrides), ...rules, 'state'].map((of) => [of, reason]));
    const left = await correct({ overrides: overrides as PartnerReceivePayload['overrides'], reasons });
    if (!left) return undefined;
    return left.problems.length > 0 ? left.problems : [saidAt(undefined, left.text)];
  };
  return (
    <AskDrawer
      title={label(['更正后接收 {code}', 'Correct and receive {code}'], { code })}
      fields={fields}
      values={told}
      columns={2}
      {...(refused ? { consequence: [refused.text, refused.text] as const } : {})}
      act={['接收', 'Receive']}
      onAct={act}
      onClose={onClose}
    />
  );
}
