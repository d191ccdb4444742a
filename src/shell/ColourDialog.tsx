import { chakra } from '@chakra-ui/react';
import { RotateCcw } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { FieldLine, TextBox } from '#src/console/FieldLine.tsx';
import { chooseLook, currentLook, onLookChange } from '#src/console/preferences.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { isHex } from '#src/ui/theme/color.ts';
import { defaultSeed } from '#src/ui/theme/palette.ts';
import { PlainDialog } from './PlainDialog.tsx';

const offered: readonly (readonly [colour: string, name: Label])[] = [
  [defaultSeed, ['蓝', 'Blue']],
  ['#0070c0', ['深蓝', 'Deep blue']],
  ['#00a2ae', ['青', 'Teal']],
  ['#2e9e5b', ['绿', 'Green']],
  ['#7cb305', ['草绿', 'Lime']],
  ['#e6a23c', ['琥珀', 'Amber']],
  ['#f5692b', ['橙', 'Orange']],
  ['#e5484d', ['红', 'Red']],
  ['#d6409f', ['玫红', 'Magenta']],
  ['#8e4ec6', ['紫', 'Purple']],
  ['#5b5bd6', ['靛', 'Indigo']],
  ['#687076', ['灰', 'Grey']],
];
const Swatches = chakra('fieldset', { base: { display: 'grid', gridTemplateColumns: 'repeat(6, 1fr)', gap: 2, border: 'none', p: 0, m: 0 } });
const Swatch = chakra('label', {
  base: {
    display: 'block',
    h: 'control',
    borderRadius: 'md',
    border: '1px solid',
    borderColor: 'border.strong',
    cursor: 'pointer',
    '& > input': { srOnly: true },
    '&:has(:checked)': { outline: '2px solid {colors.fg}', outlineOffset: '2px' },
    '&:has(:focus-visible)': { outline: '3px solid {colors.accent.focus}', outlineOffset: '2px' },
  },
});
const Row = chakra('div', { base: { display: 'flex', alignItems: 'flex-end', gap: 2, mt: 4, '& > :first-of-type': { flex: 1 } } });
const Any = chakra('input', {
  base: {
    w: '44px',
    h: 'control',
    p: '2px',
    border: '1px solid',
    borderColor: 'border.input',
    borderRadius: 'md',
    bg: 'bg.input',
    cursor: 'pointer',
  },
});
const Note = chakra('p', { base: { mt: 3, textStyle: 'note', color: 'fg.muted' } });

/** The primary colour (docs/wire.md#colour): offered ones, any other, or as hex; shown at once. Text on it always stays readable (palette.ts). */
export function ColourDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, label } = useText();
  const look = useSyncExternalStore(onLookChange, currentLook);
  const current = look.accent.toLowerCase();
  const [typed, setTyped] = useState(current);
  const choose = (accent: string): void => {
    setTyped(accent);
    chooseLook({ ...look, accent });
  };
  const type = (text: string): void => {
    setTyped(text);
    const hex = text.trim().startsWith('#') ? text.trim() : `#${text.trim()}`;
    if (isHex(hex)) chooseLook({ ...look, accent: full(hex) });
  };
  const isFault = !isHex(typed.trim().startsWith('#') ? typed : `#${typed.trim()}`);
  return (
    <PlainDialog title={t('look.colour')} width="360px" isClear onClose={onClose}>
      <Swatches aria-label={t('look.offered')}>
        {offered.map(([colour, name]) => (
          <Swatch key={colour} style={{ backgroundColor: colour }} data-tip={label(name)}>
            <input
              type="radio"
              name="colour"
              value={colour}
              aria-label={label(name)}
              checked={colour.toLowerCase() === current}
              onChange={() => choose(colour.toLowerCase())}
            />
          </Swatch>
        ))}
      </Swatches>
      <Row>
        <FieldLine label={t('look.hex')} error={isFault ? t('look.hexFault') : null}>
          {(props) => (
            <TextBox {...props} value={typed} maxLength={7} spellCheck={false} autoComplete="off" onChange={(event) => type(event.target.value)} />
          )}
        </FieldLine>
        <Any type="color" aria-label={t('look.any')} value={full(current)} onChange={(event) => choose(event.target.value)} />
        <Button icon={RotateCcw} disabled={current === defaultSeed.toLowerCase()} onClick={() => choose(defaultSeed.toLowerCase())}>
          {t('look.reset')}
        </Button>
      </Row>
      <Note>{t('look.note')}</Note>
    </PlainDialog>
  );
}

/** `#abc` as `#aabbcc`, as the browser's own picker wants it. */
function full(hex: string): string {
  return hex.length === 4 ? `#${Array.from(hex.slice(1), (digit) => digit + digit).join('')}` : hex;
}
