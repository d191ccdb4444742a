import { chakra } from '@chakra-ui/react';
import { OctagonPause, Play } from 'lucide-react';
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { switchRelease } from '#domain/report/configActs.ts';
import type { ReleaseState } from '#domain/report/configCalls.ts';
import { reportStrategy } from '#domain/report/reportStrategy.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListScreen } from '#src/resource/ListScreen.tsx';
import { Button } from '#src/ui/Button.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';

const [screen] = reportStrategy.screens;

/** 报告策略管理: how reports come about and go out, with the switch that stops all that go out by themselves. */
export function Screen() {
  return <ListScreen resource={reportStrategy} screen={screen} tools={() => <ReleaseButton />} above={() => <ReleaseLine />} />;
}

const useReleaseStates = () => useAsked('GET report/report-strategy/auto-release-state', {});

/** Says where reports do not go out by themselves, who stopped it and why. */
function ReleaseLine() {
  const { label } = useText();
  const { data, failure, retry } = useReleaseStates();
  if (failure)
    return (
      <chakra.div display="flex" gap={2} alignItems="center">
        <StatusWord tone="danger">{label(['自动发布的状态读取失败', 'Whether reports go out by themselves could not be read'])}</StatusWord>
        <Button size="sm" onClick={retry}>
          {label(['重试', 'Try again'])}
        </Button>
      </chakra.div>
    );
  const stopped = data?.filter(({ isOn }) => !isOn) ?? [];
  if (stopped.length === 0) return null;
  return (
    <chakra.ul role="status" display="grid" gap={0.5}>
      {stopped.map((one) => (
        <chakra.li key={one.laboratoryId ?? ''}>
          <StatusWord tone="danger" icon={OctagonPause}>
            {label(['自动发布已停止 · {where} · {by} {at} · {reason}', 'Automatic release stopped: {where}, {by} {at}, {reason}'], {
              where: whereOf(one),
              by: one.userName,
              at: one.createTime,
              reason: one.reason,
            })}
          </StatusWord>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}
const whereOf = ({ laboratoryName }: ReleaseState): readonly [string, string] | string =>
  laboratoryName ?? (['全部检验所', 'every laboratory'] as const);

function ReleaseButton() {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const { data } = useReleaseStates();
  const [isOpen, setOpen] = useState(false);
  if (!can(switchRelease.permission)) return null;
  const isStopped = data?.some(({ isOn, laboratoryId }) => !isOn && laboratoryId === null) ?? false;
  const stopped = data?.find(({ isOn }) => !isOn);
  return (
    <>
      <Button size="sm" variant={stopped ? undefined : 'danger'} icon={stopped ? Play : OctagonPause} onClick={() => setOpen(true)}>
        {label(stopped ? ['停止/恢复自动发布', 'Stop or allow automatic release'] : ['停止自动发布', 'Stop automatic release'])}
      </Button>
      {isOpen ? (
        <ActDrawer
          command={switchRelease}
          rows={[{}]}
          values={{ isOn: stopped ? 1 : 0, laboratoryId: isStopped ? null : (stopped?.laboratoryId ?? null) }}
          nameOf={() => ''}
          onClose={() => setOpen(false)}
          onDone={() => void queries.invalidateQueries({ queryKey: ['call', 'report', 'report-strategy/auto-release-state'] })}
        />
      ) : null}
    </>
  );
}
