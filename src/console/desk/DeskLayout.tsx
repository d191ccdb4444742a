import { chakra } from '@chakra-ui/react';
import { type ReactNode, useRef } from 'react';
import type { OutboxStatus } from '#src/offline/outbox/status.ts';
import { useText } from '../useText.ts';
import { words } from '../words.ts';
import { ScreenTitle } from '../ScreenTitle.tsx';
import { useFocusInSight } from './useFocusInSight.ts';

const Root = chakra('div', { base: { display: 'flex', flexDirection: 'column', h: 'full', minH: 0, gap: 2 } });
const Columns = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr', lg: 'min(400px, 36%) minmax(0, 1fr)' },
    // Narrow: above what the scan needs, below it the act, which is what is worked at.
    gridTemplateRows: { base: 'fit-content(45%) minmax(0, 1fr)', lg: 'minmax(0, 1fr)' },
    gap: 3,
    flex: 1,
    minH: 0,
    overflow: { base: 'auto', lg: 'hidden' },
  },
});
const Column = chakra('section', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: 3,
    minH: 0,
    minW: 0,
    bg: 'bg.panel',
    border: 'hairline',
    borderRadius: 'md',
    p: 3,
    overflow: 'auto',
  },
});
const Foot = chakra('footer', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: 5,
    alignItems: 'center',
    flexShrink: 0,
    minH: '36px',
    px: 3,
    py: 1,
    bg: 'bg.panel',
    border: 'hairline',
    borderRadius: 'md',
    textStyle: 'dense',
  },
});

export interface DeskLayoutProps {
  /** Scan box, verdict, the last ten. */
  readonly left: ReactNode;
  /** What the act needs. */
  readonly right: ReactNode;
  /** What the act is read from, e.g. the paper's picture: a third column, below the others on narrow screens. */
  readonly aside?: ReactNode;
  readonly asideLabel?: string;
  /** Counts of today, waiting, refused. */
  readonly foot: ReactNode;
  readonly leftLabel: string;
  readonly rightLabel: string;
  /** The act needs the whole width: what was scanned is kept, but not shown. */
  readonly isWide?: boolean;
  /** Nothing is open at the right: only what to do next stands there. */
  readonly isIdle?: boolean;
}

/** With a third column; on narrow screens one above the other, all in sight at once, each scrolling by itself. */
const besideColumns = {
  gridTemplateColumns: { base: '1fr', lg: 'minmax(200px, 19%) minmax(0, 1fr) minmax(320px, 37%)' },
  gridTemplateRows: { base: 'fit-content(35%) minmax(0, 1fr) minmax(0, 1fr)', lg: 'minmax(0, 1fr)' },
};
/** Narrow, and nothing is open yet: the room belongs to what there is to choose from. */
const idleRows = { gridTemplateRows: { base: 'minmax(0, 1fr) auto', lg: 'minmax(0, 1fr)' } };
const wideRows = { gridTemplateColumns: '1fr', gridTemplateRows: 'minmax(0, 1fr)' };

/** A desk screen: left what was scanned, right what the act needs, bottom the counts. */
export function DeskLayout({ left, right, aside, asideLabel, foot, leftLabel, rightLabel, isWide = false, isIdle = false }: DeskLayoutProps) {
  const act = useRef<HTMLElement>(null);
  useFocusInSight(act);
  return (
    <Root>
      <ScreenTitle />
      <Columns {...(isWide ? wideRows : aside ? besideColumns : isIdle ? idleRows : {})}>
        <Column aria-label={leftLabel} display={isWide ? 'none' : undefined}>
          {left}
        </Column>
        <Column ref={act} aria-label={rightLabel}>
          {right}
        </Column>
        {aside ? (
          <Column aria-label={asideLabel} p={2} gap={1} overflow="hidden">
            {aside}
          </Column>
        ) : null}
      </Columns>
      <Foot>{foot}</Foot>
    </Root>
  );
}

/** What waits for a person, and what that means. */
export function TrayCount({ status }: { readonly status: Pick<OutboxStatus, 'refused' | 'conflict' | 'quarantined'> | null }) {
  const { label } = useText();
  const { word, text } = words.tray;
  return <Count label={label(word)} value={status ? status.refused + status.conflict + status.quarantined : null} tone="danger" tip={label(text)} />;
}

const CountRoot = chakra('span', { base: { display: 'inline-flex', alignItems: 'baseline', gap: 2, color: 'fg.muted' } });
const Figure = chakra('strong', {
  base: { textStyle: 'figures', fontSize: 'lg', color: 'fg', fontWeight: 'semibold' },
  variants: { tone: { plain: {}, warning: { color: 'warning.text' }, danger: { color: 'danger.text' }, success: { color: 'success.text' } } },
});

/** One figure of the bottom line; `-` while it is not known. */
export function Count({
  label,
  value,
  tone = 'plain',
  tip,
}: {
  readonly label: string;
  readonly value: number | string | null | undefined;
  readonly tone?: 'plain' | 'warning' | 'danger' | 'success';
  /** What the word means. */
  readonly tip?: string;
}) {
  return (
    <CountRoot data-tip={tip}>
      {label}
      <Figure tone={value ? tone : 'plain'}>{value ?? '-'}</Figure>
    </CountRoot>
  );
}
