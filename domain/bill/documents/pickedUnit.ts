import { refuse, type Refusal } from '#domain/kernel/outcome.ts';

/** A billing unit a document is made out to. */
export interface PickedUnit {
  readonly billUnitId: string;
  readonly contractLaboratoryId: string;
  /** Its customer's. */
  readonly name: string;
}
export const unitRefusals = {
  'billUnit.unknown': ['没有此结算单位, 或已停用', 'No such billing unit in use'],
  'billUnit.otherLaboratory': ['结算单位属其他检验所', 'The billing unit is of another laboratory'],
} as const;
/** At which field of an act they stand. */
export const unitRefusedAt = { 'billUnit.unknown': 'billUnitId', 'billUnit.otherLaboratory': 'billUnitId' } as const;

/** What speaks against a picked unit for a document of a laboratory; nothing where none was picked. */
export function whyNotUnit(asked: string | null | undefined, unit: PickedUnit | null, laboratoryId: string): Refusal | null {
  if (!asked) return null;
  if (!unit) return refuse('billUnit.unknown');
  return unit.contractLaboratoryId === laboratoryId ? null : refuse('billUnit.otherLaboratory');
}
