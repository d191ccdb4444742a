import { chakra } from '@chakra-ui/react';
import type { Label } from '#domain/kernel/label.ts';
import type { JudgedCell } from '#domain/lab/rules/entryJudging.ts';
import { useText } from '#src/console/useText.ts';

const Input = chakra('input', {
  base: {
    w: 'full',
    minW: '64px',
    h: '28px',
    px: '6px',
    bg: 'transparent',
    borderRadius: 'sm',
    border: '1px solid',
    borderColor: 'border.input',
    fontVariantNumeric: 'tabular-nums',
    outline: 'none',
    // The head of the grid stays in sight, and so do the columns at its sides.
    scrollMarginTop: '36px',
    scrollMarginInline: '160px',
    _focus: { borderColor: 'accent.solid', boxShadow: '0 0 0 2px {colors.accent.subtle}' },
    '&[data-tone=danger]': { bg: 'danger.subtle', color: 'danger.text', borderColor: 'danger.border', fontWeight: 'semibold' },
    '&[data-tone=warning]': { bg: 'warning.subtle', color: 'warning.text', borderColor: 'warning.border' },
    '&[data-typed]': { borderStyle: 'dashed', borderColor: 'accent.solid' },
    '&:disabled': { borderColor: 'transparent' },
  },
});

interface Said {
  readonly mark: string;
  readonly word: Label;
  readonly tone: 'danger' | 'warning';
}
const said = {
  unread: { mark: '✕', word: ['不是数值', 'No number'], tone: 'danger' },
  low: { mark: '↓', word: ['偏低', 'Low'], tone: 'danger' },
  high: { mark: '↑', word: ['偏高', 'High'], tone: 'danger' },
  word: { mark: '!', word: ['异常', 'Abnormal'], tone: 'danger' },
  unclear: { mark: '?', word: ['无法判断', 'Says too little'], tone: 'warning' },
  delta: { mark: 'Δ', word: ['与历次不符', 'Differs from before'], tone: 'warning' },
} as const satisfies Record<string, Said>;

/** What a person is told of a typed value; nothing of one that is as it should be. */
export function saidOf(cell: JudgedCell | undefined): readonly Said[] {
  if (!cell) return [];
  if (cell.isUnread) return [said.unread];
  if (cell.isWord && cell.status === 'high') return [said.word, ...(cell.isDelta ? [said.delta] : [])];
  const lies = cell.status === 'low' || cell.status === 'high' || cell.status === 'unclear' ? [said[cell.status]] : [];
  return [...lies, ...(cell.isDelta ? [said.delta] : [])];
}

export interface EntryCellProps {
  readonly at: string;
  readonly name: string;
  readonly value: string;
  /** What the server has of it. */
  readonly kept: string;
  readonly judged: JudgedCell | undefined;
  readonly isClosed: boolean;
  readonly placeholder: string | undefined;
  readonly onType: (text: string) => void;
  readonly onAt: () => void;
}

/** A value that is typed: what it is judged to be beside it, by a sign with a word, and what stood there before. */
export function EntryCell({ at, name, value, kept, judged, isClosed, placeholder, onType, onAt }: EntryCellProps) {
  const { label } = useText();
  const words = saidOf(judged);
  const isTyped = value.trim() !== kept.trim();
  const spoken = [name, ...words.map(({ word }) => label(word)), ...(isTyped && kept !== '' ? [label(['原为 {kept}', 'Was {kept}'], { kept })] : [])];
  return (
    <chakra.div display="flex" alignItems="center" gap={1}>
      <Input
        data-cell={at}
        aria-label={spoken.join(' ')}
        title={spoken.slice(1).join('\n') || undefined}
        value={value}
        placeholder={placeholder}
        disabled={isClosed}
        data-tone={words[0]?.tone}
        data-typed={isTyped ? '' : undefined}
        aria-invalid={judged?.isUnread || undefined}
        maxLength={500}
        autoComplete="off"
        spellCheck={false}
        onFocus={({ target }) => {
          target.select();
          onAt();
        }}
        onChange={({ target }) => onType(target.value)}
      />
      <chakra.span aria-hidden w="20px" flexShrink={0} textStyle="dense" color={words[0] ? `${words[0].tone}.text` : undefined}>
        {words.map(({ mark }) => mark).join('')}
      </chakra.span>
    </chakra.div>
  );
}
