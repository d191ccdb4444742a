import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { Ban, Undo2 } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { excludeSamples, restoreSamples, sampleRefusal } from '#domain/bill/exclusion/sampleExclusion.ts';
import { excludedSamples, type ExcludedLine } from '#domain/bill/exclusion/exclusionLists.ts';
import type { Command } from '#domain/kernel/command.ts';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { Button } from '#src/ui/Button.tsx';
import { TabList, tabPanel, type TabEntry } from '#src/ui/TabList.tsx';
import type { RowAct } from '#src/ui/table/column.ts';
import { useBillKeys } from '../useBillKeys.ts';
import { PastedLines } from './PastedLines.tsx';
import { sampleLineCells } from './recordCells.ts';

export const sampleActs = [
  { key: 'exclude', command: excludeSamples, icon: Ban, label: ['排除', 'Exclude'], isExcluding: true },
  { key: 'restore', command: restoreSamples, icon: Undo2, label: ['恢复', 'Restore'], isExcluding: false },
] as const;
type SampleAct = (typeof sampleActs)[number];

const panelId = 'excludeSamples';
const tabs: readonly TabEntry<string>[] = [
  { key: 'paste', title: ['按条码', 'By codes'] },
  { key: 'excluded', title: ['已排除样本', 'Excluded samples'] },
];
const [restoring] = sampleActs.slice(1) as [SampleAct];
const mayRestore = (row: ExcludedLine): boolean => sampleRefusal(row, false) === null;

/** 排除样本: codes are pasted, their lines excluded or restored; and what is excluded now. */
export function Screen() {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const [params, setParams] = useSearchParams();
  const tab = tabs.find(({ key }) => key === params.get('tab'))?.key ?? 'paste';
  const [asked, setAsked] = useState<{ readonly act: SampleAct; readonly rows: readonly ExcludedLine[] } | null>(null);
  const main = useRef<HTMLButtonElement>(null);
  // In the box it looks for what was pasted; on the list it does the first of the acts that the ticked lines can be done to.
  useBillKeys({ onMain: () => main.current?.click() });
  const mine = useMemo(() => sampleActs.filter(({ command }) => can(command.permission)), [can]);
  const rowActs = useMemo(
    (): readonly RowAct<ExcludedLine>[] =>
      mine.map((act) => ({
        key: act.key,
        label: act.label,
        icon: act.icon,
        mayAct: (row) => allowedBy(act.command as Command, sampleRefusal(row, act.isExcluding)),
        onAct: (row) => setAsked({ act, rows: [row] }),
      })),
    [mine],
  );
  const mayRestoreAny = can(restoreSamples.permission);
  const restoreActs = useMemo(() => rowActs.filter(({ key }) => key === 'restore'), [rowActs]);
  const buttons = (ticked: readonly ExcludedLine[], some: readonly SampleAct[]) => {
    const able = some.map((act) => ({ act, rows: ticked.filter((row) => sampleRefusal(row, act.isExcluding) === null) }));
    const first = able.find(({ rows }) => rows.length > 0)?.act;
    return able.map(({ act, rows }) => (
      <Button
        key={act.key}
        ref={act === first ? main : undefined}
        size="sm"
        icon={act.icon}
        variant={act.isExcluding ? 'danger' : undefined}
        keyHint={act === first ? 'Ctrl+Enter' : undefined}
        disabled={rows.length === 0}
        onClick={() => setAsked({ act, rows })}
      >
        {label(['{act} {lines} 条 ({samples} 份申请单)', '{act} {lines} (requisitions: {samples})'], {
          act: label(act.label),
          lines: rows.length,
          samples: new Set(rows.map(({ requisitionCode }) => requisitionCode)).size,
        })}
      </Button>
    ));
  };
  const named = new Map(asked?.rows.map((row) => [row.lineId, `${row.sampleCode} ${row.commodityName ?? ''}`.trim()]));
  return (
    <chakra.div display="flex" flexDirection="column" h="full" minH={0}>
      <TabList
        label={['排除样本', 'Exclude samples']}
        tabs={tabs}
        chosen={tab}
        panelId={panelId}
        onChoose={(key) => setParams(key === 'paste' ? {} : { tab: key }, { replace: true })}
      />
      <chakra.div {...tabPanel(panelId, tab)} flex={1} minH={0} pt={2}>
        {tab === 'paste' ? (
          <PastedLines acts={rowActs} tools={(ticked) => buttons(ticked, mine)} />
        ) : (
          <ListingScreen
            list={excludedSamples}
            cells={sampleLineCells}
            acts={restoreActs}
            mayTick={mayRestore}
            emptyText={['没有单独排除的样本', 'No sample is excluded by itself']}
            tools={({ ticked }) => (mayRestoreAny ? buttons(ticked, [restoring]) : null)}
          />
        )}
      </chakra.div>
      {asked ? (
        <ActDrawer
          key={asked.act.key}
          command={asked.act.command as typeof excludeSamples}
          rows={asked.rows.map(({ lineId }) => ({ lineId }))}
          nameOf={({ lineId }) => named.get(lineId) ?? lineId}
          onClose={() => setAsked(null)}
          onDone={() => void queries.invalidateQueries({ queryKey: ['call', 'bill'] })}
        />
      ) : null}
    </chakra.div>
  );
}
