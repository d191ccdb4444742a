import { z } from 'zod';
import type { Label } from '#domain/kernel/label.ts';
import { biosafetyAgents } from './forms/ccid/ccidChoices.ts';

/** Dangerous pathogens that a tube's entry suspects, as codes of `biosafetyAgents` (docs/forms.md#infection, C-7); null or absent: none, or an older list. */
export const suspectedAgentsShape = z.array(z.int()).nullish();

/** What is said of them wherever somebody is about to hold the tube. */
export function suspectedText(codes: readonly unknown[]): Label {
  const labels = codes.map((code) => biosafetyAgents.labelOf(Number(code)) ?? ['', '']);
  const [zh, en] = [labels.map(([name]) => name).join('、'), labels.map(([, name]) => name).join(', ')];
  return zh === ''
    ? ['生物安全: 疑似高致病性病原', 'Biosafety: a dangerous pathogen is suspected']
    : [`生物安全: 疑似 ${zh}`, `Biosafety, suspected: ${en}`];
}
