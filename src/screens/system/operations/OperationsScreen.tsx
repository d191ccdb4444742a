import { type ReactNode, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { TabbedScreen } from '#src/console/TabbedScreen.tsx';
import { useAsked } from '#src/console/desk/useCall.ts';
import { AlarmList } from './AlarmList.tsx';
import { FailedJobList } from './FailedJobList.tsx';
import { Overview } from './Overview.tsx';
import { QueueList } from './QueueList.tsx';
import { RetentionList } from './RetentionList.tsx';

type Tab = 'overview' | 'queues' | 'failed' | 'alarms' | 'retention';
const titles: Readonly<Record<Tab, Label>> = {
  overview: ['概况', 'Overview'],
  queues: ['任务队列', 'Queues'],
  failed: ['失败任务', 'Failed jobs'],
  alarms: ['告警记录', 'Alarms'],
  retention: ['数据保留', 'Retention'],
};
const bodies: Readonly<Record<Tab, () => ReactNode>> = {
  overview: Overview,
  queues: QueueList,
  failed: FailedJobList,
  alarms: AlarmList,
  retention: RetentionList,
};
const tabs = ['overview', 'queues', 'failed', 'alarms', 'retention'] as const;
const panelId = 'operations';
const onlyTotal = { current: 1, size: 1 };

/** 系统运行: the nodes, the database, the queues, what failed and what was raised; for whoever runs the installation. */
export function Screen() {
  const [tab, setTab] = useState<Tab>('overview');
  const Body = bodies[tab];
  const state = useAsked('GET system/operations/state', {});
  const failed = useAsked('GET system/operations/failed-jobs', onlyTotal);
  const counts: Readonly<Record<Tab, number | null>> = {
    overview: state.failure ? null : (state.data?.alarms.length ?? 0),
    queues: 0,
    failed: failed.failure ? null : Number(failed.data?.total ?? 0),
    alarms: 0,
    retention: 0,
  };
  const entries = tabs.map((key) => ({
    key,
    title: titles[key],
    count: counts[key],
    tone: key === 'overview' ? ('danger' as const) : ('warning' as const),
  }));
  return (
    <TabbedScreen label={['系统运行', 'Operations']} tabs={entries} chosen={tab} onChoose={setTab} panelId={panelId}>
      <Body />
    </TabbedScreen>
  );
}
