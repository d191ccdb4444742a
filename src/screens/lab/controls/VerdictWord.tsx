import { controlVerdict, type ControlVerdict } from '#domain/lab/rules/westgard.ts';
import { useText } from '#src/console/useText.ts';
import { StatusWord, type Tone } from '#src/ui/Tag.tsx';

const tones: Readonly<Record<ControlVerdict, Tone>> = { 1: 'success', 2: 'warning', 3: 'danger' };

/** What a measured control says, as a word with its colour. */
export function VerdictWord({ verdict }: { readonly verdict: ControlVerdict }) {
  const { label } = useText();
  return <StatusWord tone={tones[verdict]}>{label(controlVerdict.labelOf(verdict) ?? ['', ''])}</StatusWord>;
}
