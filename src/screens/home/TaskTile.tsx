import { chakra } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

const Tile = chakra(Link, {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    columnGap: 3,
    alignItems: 'center',
    minH: '84px',
    px: 4,
    py: 3,
    bg: 'bg.panel',
    border: 'hairline',
    borderRadius: 'md',
    color: 'fg',
    textDecoration: 'none',
    '&&:hover': { borderColor: 'accent.focus', textDecoration: 'none' },
    '& > svg': { color: 'fg.muted' },
    '&[data-alarm]': { borderColor: 'danger.border', bg: 'danger.subtle', '& *': { color: 'danger.text' } },
    '&[data-waiting]': { borderColor: 'warning.border' },
  },
});
const Name = chakra('span', { base: { display: 'block', textStyle: 'dense', color: 'fg.muted' } });
const Figure = chakra('span', {
  base: { display: 'block', fontSize: 'code', lineHeight: 'code', fontWeight: 'semibold', fontVariantNumeric: 'tabular-nums' },
});
const Note = chakra('span', { base: { display: 'block', textStyle: 'note', color: 'fg.muted' } });

export interface TaskTileProps {
  readonly to: string;
  readonly icon: LucideIcon;
  readonly name: string;
  /** null: not known. */
  readonly count: number | null;
  /** There are more than `count`. */
  readonly isMore?: boolean;
  readonly note?: ReactNode;
  /** alarm: a person must look. waiting: it goes by itself. */
  readonly tone?: 'alarm' | 'waiting' | null;
}

/** One number that leads to its work. */
export function TaskTile({ to, icon: Icon, name, count, isMore = false, note, tone = null }: TaskTileProps) {
  return (
    <Tile to={to} data-alarm={tone === 'alarm' ? '' : undefined} data-waiting={tone === 'waiting' ? '' : undefined}>
      <Icon size={22} aria-hidden />
      <span>
        <Name>{name}</Name>
        <Figure>
          {count ?? '–'}
          {isMore ? '+' : null}
        </Figure>
        {note ? <Note>{note}</Note> : null}
      </span>
    </Tile>
  );
}
