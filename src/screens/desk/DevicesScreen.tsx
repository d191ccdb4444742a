import { type ReactNode, useState } from 'react';
import { sealKeyRights, superviseDesks } from '#domain/desk/keptAct.ts';
import type { Label } from '#domain/kernel/label.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { TabbedScreen } from '#src/console/TabbedScreen.tsx';
import { useDeskAlarms } from '#src/console/useDeskAlarms.ts';
import { useSession } from '#src/console/useSession.ts';
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
const panelId = 'desks';
const onlyTotal = { current: 1, size: 1 };

/** 前台运行: every desk and what is missing of it, the acts that wait for a supervisor, what was refused or met a conflict, and the keys desks seal to. */
export function Screen() {
  const { can } = useSession();
  const mayDecide = can(superviseDesks.code);
  const [tab, setTab] = useState<Tab>('desks');
  const List = lists[tab];
  const alarms = useDeskAlarms();
  const kept = useAsked('GET sample/offline/kept/page', onlyTotal, mayDecide);
  const tabs: readonly Tab[] = [
    'desks',
    ...(mayDecide ? (['kept', 'exceptions'] as const) : []),
    ...(can(sealKeyRights.view.code) ? (['keys'] as const) : []),
  ];
  const counts: Readonly<Record<Tab, number | null>> = {
    desks: alarms.error ? null : alarms.count,
    kept: kept.failure ? null : Number(kept.data?.total ?? 0),
    exceptions: 0,
    keys: 0,
  };
  const entries = tabs.map((key) => ({
    key,
    title: titles[key],
    count: counts[key],
    tone: key === 'desks' ? ('danger' as const) : ('warning' as const),
  }));
  return (
    <TabbedScreen label={['前台运行', 'Desks']} tabs={entries} chosen={tab} onChoose={setTab} panelId={panelId}>
      <List />
    </TabbedScreen>
  );
}
