/** What judging a partner's code needs of a rule. */
export interface PartnerRule {
  readonly ruleId: string;
  readonly affiliationId: string;
  readonly affiliationName: string;
  readonly thirdpartyCode: string;
  readonly codeLength: number;
}

/** True where a code begins and is as long as the rule says; letters count alike in both cases. */
export function matchesRule({ thirdpartyCode, codeLength }: PartnerRule, code: string): boolean {
  return code.length === codeLength && code.toUpperCase().startsWith(thirdpartyCode.toUpperCase());
}

/** The rule a code keeps; of several the one that says most about its beginning. Undefined where it keeps none. */
export function ruleOf(rules: readonly PartnerRule[], code: string): PartnerRule | undefined {
  return rules.filter((rule) => matchesRule(rule, code)).toSorted((a, b) => b.thirdpartyCode.length - a.thirdpartyCode.length)[0];
}

/** How codes of these rules look, for a sentence: `TP1…(12)`. */
export function shapesOf(rules: readonly PartnerRule[]): string {
  return [...new Set(rules.map(({ thirdpartyCode, codeLength }) => `${thirdpartyCode}…(${codeLength})`))].join('、');
}
