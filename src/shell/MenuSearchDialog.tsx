import { chakra } from '@chakra-ui/react';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { addressOf, searchMenu } from '#src/console/menuTree.ts';
import { TextBox } from '#src/console/FieldLine.tsx';
import { useText } from '#src/console/useText.ts';
import { Tag } from '#src/ui/Tag.tsx';
import { MenuIcon } from './MenuIcon.tsx';
import { PlainDialog } from './PlainDialog.tsx';
import { useNamedLeaves } from './useNamedLeaves.ts';

const Head = chakra('div', { base: { display: 'flex', alignItems: 'center', gap: 3, mb: 3, '& > input': { flex: 1 } } });
const List = chakra('ul', { base: { m: 0, p: 0, h: '400px', maxH: '50vh', overflowY: 'auto', listStyle: 'none' } });
const Line = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 3,
    px: 2,
    py: 1.5,
    borderRadius: 'sm',
    cursor: 'pointer',
    '& > svg': { color: 'fg.muted', flexShrink: 0 },
    '&[aria-selected=true]': { bg: 'bg.muted' },
  },
});
const Path = chakra('div', { base: { textStyle: 'note', color: 'fg.muted' } });

/** 菜单搜索 (docs/contract.md#shell, docs/wire.md#menu-search): pages whose name, or its pinyin, begins with what is typed; arrows choose, Enter opens, Esc closes. */
export function MenuSearchDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const navigate = useNavigate();
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const [text, setText] = useState('');
  const [index, setIndex] = useState(0);
  const leaves = useNamedLeaves();
  const found = useMemo(() => searchMenu(leaves, text, { isPrefixOnly: true }), [leaves, text]);
  const choose = (position: number): void => {
    const leaf = found[position];
    if (!leaf) return;
    onClose();
    void navigate(addressOf(leaf.node));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const steps = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (steps !== 0 && found.length > 0) {
      const next = (index + steps + found.length) % found.length;
      setIndex(next);
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') choose(index);
    else return;
    event.preventDefault();
  };
  return (
    <PlainDialog title={t('shell.menuSearch')} width="min(70vw, 840px)" onClose={onClose}>
      <Head>
        <TextBox
          role="combobox"
          aria-label={t('shell.menuSearch')}
          aria-expanded
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={found[index] ? `${id}-${index}` : undefined}
          placeholder={t('shell.menuSearchHint')}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setText(event.target.value);
            setIndex(0);
          }}
        />
        <Tag>{t('shell.menuSearchEsc')}</Tag>
      </Head>
      <List ref={list} id={`${id}-list`} role="listbox" aria-label={t('shell.menuSearch')}>
        {found.map(({ node, above }, position) => (
          <Line
            key={node.id}
            id={`${id}-${position}`}
            role="option"
            aria-selected={position === index}
            onPointerMove={() => setIndex(position)}
            onClick={() => choose(position)}
          >
            <MenuIcon source={node.source} size={20} />
            <div>
              {node.name}
              <Path>{[...above, node.path].join(' / ')}</Path>
            </div>
          </Line>
        ))}
        {found.length === 0 ? (
          <Line role="option" aria-selected={false} aria-disabled color="fg.muted">
            {leaves.length === 0 ? t('shell.emptyMenu') : t('shell.noMatch')}
          </Line>
        ) : null}
      </List>
    </PlainDialog>
  );
}
