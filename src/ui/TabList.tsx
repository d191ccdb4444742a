import { chakra } from '@chakra-ui/react';
import { type KeyboardEvent, useRef } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { useSay } from './language.ts';
import { Badge, type Tone } from './Tag.tsx';

const List = chakra('div', {
  base: { display: 'flex', flexShrink: 0, borderBottom: 'hairline' },
  variants: { isTight: { true: { flexWrap: 'wrap', columnGap: 4, '& > button': { px: 0 } } } },
});
const Tab = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1.5,
    h: 'control',
    px: 3,
    mb: '-1px',
    borderBottom: '2px solid',
    borderColor: 'transparent',
    textStyle: 'body',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    color: 'fg.muted',
    '&:not([aria-selected=true]):hover': { color: 'fg' },
    '&[aria-selected=true]': { borderColor: 'accent.solid', color: 'accent.text', fontWeight: 'medium' },
    _focusVisible: { outline: '2px solid {colors.accent.focus}', outlineOffset: '-2px' },
  },
});

const unknownCount: Label = ['数量读取失败', 'The count could not be read'];

export interface TabEntry<Key extends string> {
  readonly key: Key;
  readonly title: Label;
  /** Beside the title while it is not 0; null: it could not be had. */
  readonly count?: number | null;
  readonly tone?: Tone;
}
export interface TabListProps<Key extends string> {
  readonly label: Label;
  readonly tabs: readonly TabEntry<Key>[];
  readonly chosen: Key;
  readonly onChoose: (key: Key) => void;
  /** Of the one panel below, which takes `tabPanel`. */
  readonly panelId: string;
  /** Where there is little room. */
  readonly isTight?: boolean;
}

/** What makes an element the panel of a TabList. */
export const tabPanel = (panelId: string, chosen: string) => ({ role: 'tabpanel', id: panelId, 'aria-labelledby': `${panelId}-${chosen}` }) as const;

/** Tabs over one panel: one stop of the Tab key, the arrows go from tab to tab. */
export function TabList<Key extends string>({ label, tabs, chosen, onChoose, panelId, isTight = false }: TabListProps<Key>) {
  const say = useSay();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const at = (tabs.findIndex(({ key }) => key === chosen) + step + tabs.length) % tabs.length;
    const next = tabs[at];
    if (step === 0 || !next) return;
    onChoose(next.key);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[at]?.focus();
  };
  return (
    <List ref={list} role="tablist" aria-label={say(label)} isTight={isTight} onKeyDown={onKeyDown}>
      {tabs.map(({ key, title, count = 0, tone = 'neutral' }) => (
        <Tab
          key={key}
          type="button"
          role="tab"
          id={`${panelId}-${key}`}
          aria-controls={panelId}
          aria-selected={key === chosen}
          tabIndex={key === chosen ? 0 : -1}
          onClick={() => onChoose(key)}
        >
          {say(title)}
          {count === null ? (
            <Badge tone="neutral" aria-label={say(unknownCount)} data-tip={say(unknownCount)}>
              ?
            </Badge>
          ) : count > 0 ? (
            <Badge tone={tone}>{count}</Badge>
          ) : null}
        </Tab>
      ))}
    </List>
  );
}
