import { yearsBetween } from '#domain/kernel/dates.ts';
import type { Label } from '#domain/kernel/label.ts';
import { bodyMassIndex } from '../../rules/bodyMeasures.ts';
import type { SetField } from '../../rules/entryForm.ts';
import { gestationMethod, sex } from '../../rules/formChoices.ts';
import { deliveryBy, gestationBySource, trustedGestation, type GestationSource } from '../../rules/gestation.ts';
import { gestationFacts, methodSource, typedGestation } from '../../rules/gestationFacts.ts';
import { dayOf, numberOf } from '../../rules/values.ts';

const sourceMethod: Readonly<Record<GestationSource, number>> = {
  lmp: gestationMethod.lmp,
  scan: gestationMethod.ultrasound,
  ivf: gestationMethod.transfer,
};
const sourceLabel: Readonly<Record<GestationSource, Label>> = {
  lmp: ['按末次月经', 'by LMP'],
  scan: ['按超声', 'by scan'],
  ivf: ['按移植日期', 'by embryo transfer'],
};

/** BMI, the dating by its most trusted source, and what follows from it. */
export function deriveNipt(values: Record<string, unknown>, set: SetField): void {
  set('sex', sex.female, ['本表单固定为女', 'Fixed by the form']);
  const height = numberOf(values['heightCm']);
  const weight = numberOf(values['weightKg']);
  set('bmi', height && weight ? bodyMassIndex(height, weight) : undefined, ['身高体重', 'height and weight'], true);
  const on = dayOf(values['samplingTime']);
  if (!on) return;
  const method = numberOf(values['gestationMethod']);
  if (method !== gestationMethod.typed) {
    const facts = gestationFacts(values);
    const chosen = method === undefined ? undefined : methodSource[method];
    const trusted = trustedGestation(facts, on);
    const days = chosen ? gestationBySource(facts, on)[chosen] : trusted?.days;
    const source = chosen ?? trusted?.source;
    if (days !== undefined && source && days >= 0) {
      set('gestationMethod', sourceMethod[source], sourceLabel[source]);
      set('gaWeeks', Math.floor(days / 7), sourceLabel[source]);
      set('gaDays', days % 7, sourceLabel[source]);
    }
  }
  const days = typedGestation(values);
  if (days === undefined) return;
  const edd = deliveryBy(days, on);
  set('edd', edd, ['按采血孕周', 'by GA at sampling'], true);
  const birth = dayOf(values['birthDate']);
  set('ageAtEdd', birth && birth < edd ? yearsBetween(birth, edd) : undefined, ['出生日期与预产期', 'birth date and EDD'], true);
}
