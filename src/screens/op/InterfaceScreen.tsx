import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { Activity, PlugZap } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { resetBreaker, testInterface, type InterfaceHealth } from '#domain/op/interfaceCalls.ts';
import { interfaceScreen, interfaceType, opInterface } from '#domain/op/opInterface.ts';
import { ask } from '#src/api/ask.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListScreen } from '#src/resource/ListScreen.tsx';
import { resourceKey } from '#src/resource/useResourceList.ts';
import type { WireRow } from '#src/resource/wireRow.ts';
import { Button } from '#src/ui/Button.tsx';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import type { RowAct } from '#src/ui/table/column.ts';
import { StatusWord } from '#src/ui/Tag.tsx';

/** 接口管理: ways in for partners and out to them; tried out before they are on. */
export function Screen() {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const [opened, setOpened] = useState<WireRow | null>(null);
  const tryOut = useCallback(
    async ({ interfaceId, interfaceName }: WireRow): Promise<void> => {
      const name = String(interfaceName);
      const { isGood, status, text, faults } = await ask('POST op/op-interface/test', { body: { interfaceId: String(interfaceId) } });
      void queries.invalidateQueries({ queryKey: resourceKey(opInterface) });
      if (isGood) return notify.success(label(['“{name}”测试通过, 可以启用', '“{name}” works and can be enabled'], { name }));
      const why =
        faults.map((fault) => label(fault)).join('; ') || text || (status === null ? label(['对方没有应答', 'nobody answered']) : `HTTP ${status}`);
      notify.error(label(['“{name}”测试未通过: {why}', '“{name}” does not work: {why}'], { name, why }));
    },
    [label, queries],
  );
  const acts = useMemo(
    (): readonly RowAct<WireRow>[] => [
      { key: 'health', label: ['健康', 'Health'], icon: Activity, onAct: setOpened },
      ...(can(testInterface.code)
        ? [
            {
              key: 'test',
              label: ['测试', 'Test'] as const,
              icon: PlugZap,
              // A call that failed has said so itself.
              onAct: (row: WireRow) => void tryOut(row).catch(() => undefined),
            } satisfies RowAct<WireRow>,
          ]
        : []),
    ],
    [can, tryOut],
  );
  return (
    <>
      <ListScreen resource={opInterface} screen={interfaceScreen} acts={acts} />
      {opened ? <HealthDrawer key={String(opened.interfaceId)} row={opened} onClose={() => setOpened(null)} /> : null}
    </>
  );
}

/** 健康: how calls have gone lately, and whether they leave. */
function HealthDrawer({ row, onClose }: { readonly row: WireRow; readonly onClose: () => void }) {
  const { label } = useText();
  const interfaceId = String(row.interfaceId);
  const { data, failure, retry } = useAsked('GET op/op-interface/health', { interfaceId });
  return (
    <SideDrawer size="sm" title={label(['健康 · {name}', 'Health: {name}'], { name: String(row.interfaceName) })} onClose={onClose}>
      {failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : null}
      {!data && !failure ? <StateView state="loading" /> : null}
      {data ? <Health health={data} isThird={row['interfaceType'] === interfaceType.third} onReset={retry} /> : null}
    </SideDrawer>
  );
}

const breakerWords = [
  ['正常', 'Calls leave'],
  ['已熔断, 暂停外发', 'Paused: it failed too often'],
  ['试探中', 'Being tried'],
] as const;

const samplesToCome = ['待到样本', 'Samples to come'] as const;
const resultsToPush = ['待推送结果', 'Results to push'] as const;

interface HealthProps {
  readonly health: InterfaceHealth;
  readonly isThird: boolean;
  readonly onReset: () => void;
}
function Health({ health, isThird, onReset }: HealthProps) {
  const { label } = useText();
  const { can } = useSession();
  const [isBusy, setBusy] = useState(false);
  const { interfaceId, breakerState, untilTime, failures, successRate, p95, callCount, failedCount, waitingCount } = health;
  const none = label(['无', 'None']);
  const lines = [
    [['最近成功', 'Last success'], health.lastSuccessTime ?? none],
    [['最近失败', 'Last failure'], health.lastFailureTime ?? none],
    [['24小时调用', 'Calls in 24 hours'], `${callCount}`],
    [['24小时失败', 'Failed in 24 hours'], `${failedCount}`],
    [['24小时成功率', 'Success in 24 hours'], successRate === null ? none : `${successRate}%`],
    [['24小时P95耗时', 'P95 in 24 hours'], p95 === null ? none : `${p95} ms`],
    [isThird ? resultsToPush : samplesToCome, `${waitingCount}`],
    [['连续失败', 'Failures in a row'], `${failures}`],
  ] as const;
  const reset = async (): Promise<void> => {
    setBusy(true);
    try {
      await ask('POST op/op-interface/reset-breaker', { body: { interfaceId } });
      notify.success(['已复位', 'Reset']);
      onReset();
    } catch {
      // The call has said so itself.
    } finally {
      setBusy(false);
    }
  };
  return (
    <chakra.div display="grid" gap={4}>
      <chakra.div display="flex" gap={3} alignItems="center">
        <StatusWord tone={breakerState === 0 ? 'success' : breakerState === 1 ? 'danger' : 'warning'}>
          {label(breakerWords[breakerState] ?? breakerWords[0])}
        </StatusWord>
        {untilTime ? <chakra.span color="fg.muted">{label(['至 {at}', 'until {at}'], { at: untilTime })}</chakra.span> : null}
        {breakerState !== 0 && can(resetBreaker.code) ? (
          <Button size="sm" isBusy={isBusy} onClick={() => void reset()}>
            {label(['立即复位', 'Reset now'])}
          </Button>
        ) : null}
      </chakra.div>
      <chakra.dl display="grid" gridTemplateColumns="160px 1fr" gap={2} textStyle="dense">
        {lines.map(([title, value]) => (
          <chakra.div key={title[1]} display="contents">
            <chakra.dt color="fg.muted">{label(title)}</chakra.dt>
            <chakra.dd fontVariantNumeric="tabular-nums">{value}</chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
    </chakra.div>
  );
}
