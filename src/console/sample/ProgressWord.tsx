import { itemProgress } from '#domain/search/itemProgress.ts';
import { useText } from '#src/console/useText.ts';
import { StatusWord, type Tone } from '#src/ui/Tag.tsx';

const tones: Readonly<Record<number, Tone>> = {
  [itemProgress.reported]: 'success',
  [itemProgress.rejected]: 'danger',
  [itemProgress.terminated]: 'neutral',
  [itemProgress.awaitsNew]: 'warning',
};

/** How far a commodity of a tube is. */
export function ProgressWord({ progress }: { readonly progress: number }) {
  const { label } = useText();
  return <StatusWord tone={tones[progress] ?? 'info'}>{label(itemProgress.labelOf(progress) ?? ['', ''])}</StatusWord>;
}
