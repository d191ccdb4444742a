import { chakra } from '@chakra-ui/react';
import { Copy } from 'lucide-react';
import { type PointerEvent, useState } from 'react';
import { useSay } from '../language.ts';
import { notify } from '../notify.tsx';

const Float = chakra('button', {
  base: {
    position: 'absolute',
    zIndex: 4,
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    boxSize: '22px',
    bg: 'bg.panel',
    border: 'hairline',
    borderRadius: 'sm',
    color: 'fg.muted',
    cursor: 'pointer',
    _hover: { color: 'accent.text' },
  },
});

/** Puts a text on the clipboard and says so; on plain http, where browsers have no clipboard API, through a selection. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.style.position = 'fixed';
    document.body.append(area);
    area.select();
    // The only way without a secure context.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    document.execCommand('copy');
    area.remove();
  }
  notify.success(['已复制: {text}', 'Copied: {text}'], { params: { text: text.length > 40 ? `${text.slice(0, 40)}…` : text }, stayMs: 1_500 });
}

interface Spot {
  readonly left: number;
  readonly top: number;
  readonly text: string;
}

/** A copy button that appears over a cell that is cut off or holds a code: one for the whole table. */
export function useCopyCell(textOf: (cell: HTMLTableCellElement) => string) {
  const [spot, setSpot] = useState<Spot | null>(null);
  const onPointerOver = (event: PointerEvent<HTMLElement>): void => {
    if (!(event.target instanceof Element) || event.pointerType === 'touch') return;
    if (event.target.closest('[data-copy-cell]')) return;
    const cell = event.target.closest<HTMLTableCellElement>('td[data-tip-cut]');
    const isWorth = cell && (cell.dataset.mono !== undefined || cell.scrollWidth > cell.clientWidth + 1);
    const text = isWorth ? textOf(cell) : '';
    if (!cell || text === '') return setSpot(null);
    const box = cell.getBoundingClientRect();
    const root = event.currentTarget.getBoundingClientRect();
    setSpot({
      text,
      left: box.right - root.left + event.currentTarget.scrollLeft - 25,
      top: box.top - root.top + event.currentTarget.scrollTop + (box.height - 22) / 2,
    });
  };
  return { spot, onPointerOver, onPointerLeave: () => setSpot(null) };
}

export function CopyCell({ spot }: { readonly spot: Spot | null }) {
  const say = useSay();
  if (!spot) return null;
  return (
    <Float
      type="button"
      tabIndex={-1}
      data-copy-cell=""
      data-no-print
      style={{ left: spot.left, top: spot.top }}
      aria-label={say(['复制', 'Copy'])}
      onClick={(event) => {
        event.stopPropagation();
        void copyText(spot.text);
      }}
    >
      <Copy size={12} aria-hidden />
    </Float>
  );
}
