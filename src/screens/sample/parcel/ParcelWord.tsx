import { parcelStatus, type ParcelStatus } from '#domain/sample/parcel/parcelStatus.ts';
import { useText } from '#src/console/useText.ts';
import { StatusWord, type Tone } from '#src/ui/Tag.tsx';

const tones: Readonly<Record<ParcelStatus, Tone>> = { 0: 'neutral', 1: 'info', 2: 'info', 3: 'info', 4: 'success', 5: 'danger', 6: 'warning' };

/** How far a parcel is, as a word with its colour. */
export function ParcelWord({ status }: { readonly status: ParcelStatus }) {
  const { label } = useText();
  return <StatusWord tone={tones[status]}>{label(parcelStatus.labelOf(status) ?? ['', ''])}</StatusWord>;
}
