import { chakra } from '@chakra-ui/react';
import type { Label } from '#domain/kernel/label.ts';
import { expectedState } from '#domain/op/expected.ts';
import type { PartnerRow } from '#domain/sample/partner/partnerRows.ts';
import { sex } from '#domain/sample/rules/formChoices.ts';
import { words } from '#domain/search/vocabulary.ts';
import { useText } from '#src/console/useText.ts';

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))',
    columnGap: 4,
    rowGap: 1,
    textStyle: 'dense',
    '& > div': { display: 'flex', gap: 2, minW: 0 },
    '& dt': { color: 'fg.muted', whiteSpace: 'nowrap' },
    '& dd': { overflowWrap: 'anywhere' },
  },
});

/** Whom a partner's line is about, as we read what was told. */
export function ToldPerson({ line }: { readonly line: PartnerRow }) {
  const { label } = useText();
  const sexName = sex.labelOf(line.sex ?? 0);
  const facts: readonly (readonly [Label, string | null])[] = [
    [words.personName.label, line.personName],
    [words.sex.label, sexName ? label(sexName) : null],
    [words.age.label, line.age === null ? null : String(line.age)],
    [['出生日期', 'Birth date'], line.birthDate],
    [words.telephone.label, line.telephone],
    [words.credentialNo.label, line.credentialNo],
    [words.commodityNames.label, line.commodityNames],
    [words.sendSampleClientId.label, line.sendSampleClientName],
    [words.samplingTime.label, line.samplingTime],
    [words.thirdBarCode.label, line.thirdBarCode],
    [words.sampleCode.label, line.sampleCode],
    [words.courierNumber.label, line.courierNumber],
    [words.remark.label, line.remark],
    ...(line.state === expectedState.cancelled ? [[['取消原因', 'Why cancelled'], line.closeReason ?? '-'] as const] : []),
  ];
  return (
    <Facts data-testid="told-person">
      {facts.map(([name, value]) =>
        value ? (
          <div key={name[1]}>
            <dt>{label(name)}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </Facts>
  );
}
