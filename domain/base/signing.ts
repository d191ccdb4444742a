/** A span of days, both included; null: without end. */
export interface Validity {
  readonly validFrom: string;
  readonly validTo: string | null;
}
export interface Authority extends Validity {
  readonly signUserId: string;
  readonly laboratoryId: string;
  /** null: every panel group of the laboratory. */
  readonly panelGroupId: string | null;
  readonly signLevel: number;
  readonly isDisable: number;
}
export interface SignQuestion {
  readonly laboratoryId: string;
  readonly panelGroupId: string;
  readonly signLevel: number;
  /** yyyy-MM-dd. */
  readonly date: string;
}

export const isValidOn = ({ validFrom, validTo }: Validity, date: string): boolean => validFrom <= date && (validTo === null || date <= validTo);

/** The authority under which a person may sign; one for the panel group before one for all. Undefined: they may not. */
export function authorityFor(
  authorities: readonly Authority[],
  { laboratoryId, panelGroupId, signLevel, date }: SignQuestion,
): Authority | undefined {
  return authorities
    .filter(
      (one) =>
        one.isDisable === 0 &&
        one.laboratoryId === laboratoryId &&
        one.signLevel === signLevel &&
        (one.panelGroupId === null || one.panelGroupId === panelGroupId) &&
        isValidOn(one, date),
    )
    .toSorted((a, b) => Number(a.panelGroupId === null) - Number(b.panelGroupId === null))[0];
}

/** Another authority for the very same that shares a day with this one: two would leave open under which was signed. */
export function sameAuthority(one: Authority, others: readonly Authority[]): Authority | undefined {
  return others.find(
    (other) =>
      other.signUserId !== one.signUserId &&
      other.laboratoryId === one.laboratoryId &&
      other.panelGroupId === one.panelGroupId &&
      other.signLevel === one.signLevel &&
      (one.validTo === null || other.validFrom <= one.validTo) &&
      (other.validTo === null || one.validFrom <= other.validTo),
  );
}
