import { chakra } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type Ref, useId, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { mayBeCode } from '#domain/sample/foundTube.ts';
import { addressOf, searchMenu } from '#src/console/menuTree.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { Kbd } from '#src/ui/Kbd.tsx';
import { useNamedLeaves } from './useNamedLeaves.ts';

const Frame = chakra('div', {
  base: {
    position: 'relative',
    w: '220px',
    flexShrink: 1,
    minW: '40px',
    // A phone's bar leaves it a few letters: while it is typed into it has the bar.
    '@media (max-width: 480px)': { '&:focus-within': { position: 'absolute', insetInline: 2, w: 'auto', zIndex: 'popover' } },
  },
});
const Glass = chakra('span', {
  base: { position: 'absolute', left: 2, top: 0, h: 'full', display: 'flex', alignItems: 'center', color: 'topbar.muted', pointerEvents: 'none' },
});
const Hint = chakra('span', {
  base: { hideBelow: 'md', position: 'absolute', right: 1.5, top: 0, h: 'full', display: 'flex', alignItems: 'center', pointerEvents: 'none' },
});
const Box = chakra('input', {
  base: {
    w: 'full',
    h: 'control',
    pl: '30px',
    pr: { base: 2, md: 14 },
    border: '1px solid',
    borderColor: 'topbar.border',
    borderRadius: 'md',
    bg: 'topbar.hover',
    color: 'topbar.fg',
    textStyle: 'dense',
    _focus: { bg: 'bg.input', color: 'fg' },
    _placeholder: { color: 'topbar.muted' },
  },
});
const List = chakra('ul', {
  base: {
    position: 'absolute',
    top: 'calc(100% + 4px)',
    left: 0,
    w: '320px',
    maxW: 'calc(100vw - 16px)',
    maxH: '400px',
    overflowY: 'auto',
    m: 0,
    p: 1,
    listStyle: 'none',
    bg: 'bg.panel',
    color: 'fg',
    border: 'hairline',
    borderRadius: 'md',
    boxShadow: 'float',
    zIndex: 'popover',
  },
});
const Line = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'baseline',
    gap: 2,
    px: 2,
    py: 1.5,
    borderRadius: 'sm',
    textStyle: 'dense',
    cursor: 'pointer',
    '&[aria-selected=true]': { bg: 'bg.muted' },
  },
});
const Above = chakra('span', { base: { ml: 'auto', textStyle: 'note', color: 'fg.muted', whiteSpace: 'nowrap' } });

/** Where a code of any kind is looked up. */
export const codeAddress = (code: string): string => `/sample/find-code?code=${encodeURIComponent(code.normalize('NFKC').trim())}`;

/** The menu search of the top bar (docs/contract.md#shell): empty lists everything, arrows choose, Enter opens, Esc closes. */
export function MenuSearch({ ref }: { readonly ref?: Ref<HTMLInputElement> }) {
  const { t, label } = useText();
  const { can } = useSession();
  const navigate = useNavigate();
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [index, setIndex] = useState(0);
  const leaves = useNamedLeaves();
  const found = useMemo(() => searchMenu(leaves, text), [leaves, text]);

  const close = (): void => {
    setOpen(false);
    setText('');
    setIndex(0);
  };
  const hasCode = mayBeCode(text) && can('sample_view');
  const choose = (position: number): void => {
    const leaf = found[position];
    if (!leaf) {
      if (!hasCode) return;
      close();
      void navigate(codeAddress(text));
      return;
    }
    close();
    void navigate(addressOf(leaf.node));
  };
  const move = (steps: number): void => {
    setOpen(true);
    const count = found.length + (hasCode ? 1 : 0);
    const next = count === 0 ? 0 : (index + steps + count) % count;
    setIndex(next);
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(isOpen ? 1 : 0);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter') {
      choose(index);
      event.currentTarget.blur();
    } else if (event.key === 'Escape') {
      close();
      event.currentTarget.blur();
    } else return;
    event.preventDefault();
  };

  return (
    <Frame role="search">
      <Glass>
        <Search size={14} aria-hidden />
      </Glass>
      <Box
        ref={ref}
        role="combobox"
        aria-label={t('shell.menuSearch')}
        placeholder={t('shell.menuSearch')}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-keyshortcuts="Control+K"
        aria-activedescendant={isOpen && (found[index] || (hasCode && index === found.length)) ? `${id}-${index}` : undefined}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onFocus={() => setOpen(true)}
        onBlur={close}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.target.value);
          setIndex(0);
          setOpen(true);
        }}
      />
      <Hint>
        <Kbd aria-hidden>Ctrl K</Kbd>
      </Hint>
      {isOpen ? (
        <List ref={list} id={`${id}-list`} role="listbox" aria-label={t('shell.menuSearch')}>
          {found.map(({ node, above }, position) => (
            <Line
              key={node.id}
              id={`${id}-${position}`}
              role="option"
              aria-selected={position === index}
              onPointerMove={() => setIndex(position)}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(position)}
            >
              {node.name}
              <Above>{above.join(' / ')}</Above>
            </Line>
          ))}
          {hasCode ? (
            <Line
              id={`${id}-${found.length}`}
              role="option"
              aria-selected={index === found.length}
              onPointerMove={() => setIndex(found.length)}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(found.length)}
            >
              {label(['查找条码 {code}', 'Find the code {code}'], { code: text.trim() })}
            </Line>
          ) : found.length === 0 ? (
            <Line role="option" aria-selected={false} aria-disabled color="fg.muted">
              {leaves.length === 0 ? t('shell.emptyMenu') : t('shell.noMatch')}
            </Line>
          ) : null}
        </List>
      ) : null}
    </Frame>
  );
}
