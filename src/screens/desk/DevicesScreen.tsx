import { chakra } from '@chakra-ui/react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { keptPaths, superviseDesks } from '#domain/desk/keptAct.ts';
import type { Label } from '#domain/kernel/label.ts';
import { useCall } from '#src/console/desk/useCall.ts';
import { ScreenTitle } from '#src/console/ScreenTitle.tsx';
import { useDeskAlarms } from '#src/console/useDeskAlarms.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { Badge } from '#src/ui/Tag.tsx';
import { DeviceList } from './DeviceList.tsx';
import { ExceptionList } from './ExceptionList.tsx';
import { KeptList } from './KeptList.tsx';
import { SealKeyList } from './SealKeyList.tsx';

type Tab = 'desks' | 'kept' | 'exceptions' | 'keys';
const titles: Readonly<Record<Tab, Label>> = {
  desks: ['前台', 'Desks'],
  kept: ['暂存操作', 'Kept acts'],
  exceptions: ['退回与冲突', 'Refused and conflicts'],
  keys: ['封存密钥', 'Sealing keys'],
};
const lists: Readonly<Record<Tab, () => ReactNode>> = { desks: DeviceList, kept: KeptList, exceptions: ExceptionList, keys: SealKeyList };
const TabButton = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1.5,
    h: 'control',
    px: 3,
    borderBottom: '2px solid',
    borderColor: 'transparent',
    textStyle: 'body',
    cursor: 'pointer',
    color: 'fg.muted',
    '&[aria-selected=true]': { borderColor: 'accent.solid', color: 'accent.text', fontWeight: 'medium' },
  },
});
const onlyTotal = { current: 1, size: 1 };

/** 前台运行: every desk and what is missing of it, the acts that wait for a supervisor, what was refused or met a conflict, and the keys desks seal to. */
export function Screen() {
  const { label } = useText();
  const { can } = useSession();
  const mayDecide = can(superviseDesks.code);
  const [tab, setTab] = useState<Tab>('desks');
  const list = useRef<HTMLDivElement>(null);
  const List = lists[tab];
  const alarms = useDeskAlarms();
  const kept = useCall<{ total: number }>('sample', keptPaths.page, onlyTotal, mayDecide);
  const tabs: readonly Tab[] = mayDecide ? ['desks', 'kept', 'exceptions', 'keys'] : ['desks'];
  const counts: Readonly<Record<Tab, number>> = { desks: alarms ?? 0, kept: Number(kept.data?.total ?? 0), exceptions: 0, keys: 0 };
  const onTabKey = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const at = (tabs.indexOf(tab) + step + tabs.length) % tabs.length;
    setTab(tabs[at]!);
    list.current?.querySelectorAll<HTMLButtonElement>('[role=tab]')[at]?.focus();
  };
  return (
    <chakra.div display="flex" flexDirection="column" gap={2} h="full" minH={0}>
      <ScreenTitle />
      <chakra.section
        bg="bg.panel"
        border="hairline"
        borderRadius="md"
        px={3}
        pb={3}
        display="flex"
        flexDirection="column"
        flex="1 1 auto"
        minH={0}
        gap={2}
      >
        <chakra.div ref={list} role="tablist" aria-label={label(['前台运行', 'Desks'])} display="flex" borderBottom="hairline" onKeyDown={onTabKey}>
          {tabs.map((key) => (
            <TabButton
              key={key}
              type="button"
              role="tab"
              id={`desks-tab-${key}`}
              aria-controls="desks-panel"
              aria-selected={key === tab}
              tabIndex={key === tab ? 0 : -1}
              onClick={() => setTab(key)}
            >
              {label(titles[key])}
              {counts[key] > 0 ? <Badge tone={key === 'desks' ? 'danger' : 'warning'}>{counts[key]}</Badge> : null}
            </TabButton>
          ))}
        </chakra.div>
        <chakra.div
          id="desks-panel"
          role="tabpanel"
          aria-labelledby={`desks-tab-${tab}`}
          display="flex"
          flexDirection="column"
          flex="1 1 auto"
          minH={0}
          gap={2}
        >
          <List />
        </chakra.div>
      </chakra.section>
    </chakra.div>
  );
}
