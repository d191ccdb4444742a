import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { sumOfTouched, type CountedLines, type TouchedLines } from '#domain/bill/touchedLines.ts';
import type { Command } from '#domain/kernel/command.ts';
import type { Label } from '#domain/kernel/label.ts';
import type { Refusal } from '#domain/kernel/outcome.ts';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import type { Resource, Screen } from '#domain/kernel/resource.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import type { Called } from '#src/console/desk/useCall.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListScreen } from '#src/resource/ListScreen.tsx';
import { resourceKey } from '#src/resource/useResourceList.ts';
import { rowId, rowName, type WireRow } from '#src/resource/wireRow.ts';
import { Button } from '#src/ui/Button.tsx';
import { TabList, tabPanel, type TabEntry } from '#src/ui/TabList.tsx';
import type { RowAct } from '#src/ui/table/column.ts';
import { CountsLine, TouchedNotice } from './TouchedNotice.tsx';
import { useBillKeys } from './useBillKeys.ts';

/** An act on rows of master data that moves their lines. */
export interface MasterAct {
  readonly command: Command<any, any, any, any, any, TouchedLines>;
  readonly label: Label;
  readonly icon: LucideIcon;
  /** What speaks against it, as far as the row tells. */
  readonly refusal: (row: WireRow) => Refusal | null;
}
export interface MasterActsScreenProps {
  readonly resource: Resource;
  readonly screen: Screen;
  /** What its rows are called in the acts' payloads. */
  readonly idName: 'sendSampleClientId' | 'commodityId';
  /** The list by how it stands; the first is shown first. */
  readonly tabs: readonly { readonly key: string; readonly title: Label; readonly fixed: Readonly<Record<string, string | number>> }[];
  readonly acts: readonly MasterAct[];
  /** Asks what the acts would meet, of ids with commas between them. */
  readonly useCounts: (ids: string) => Called<CountedLines>;
  /** Unsent orders are written anew instead of left. */
  readonly isRewriting?: boolean;
  readonly tools?: (ticked: readonly WireRow[], onTouched: (done: readonly TouchedLines[]) => void) => ReactNode;
}

const panelId = 'masterActs';
/** Master data are looked at here; they are saved on their own screens. */
const without = ['add', 'edit', 'save', 'enable', 'disable', 'remove', 'import'] as const;

/** Clients or commodities whose flag moves their lines: counted before, told after (docs/bill.md#exclusion). Keep its props stable. */
export function MasterActsScreen({ resource, screen, idName, tabs, acts, useCounts, isRewriting = false, tools }: MasterActsScreenProps) {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const [params, setParams] = useSearchParams();
  const tab = tabs.find(({ key }) => key === params.get('tab')) ?? tabs[0];
  const [asked, setAsked] = useState<{ readonly act: MasterAct; readonly rows: readonly WireRow[] } | null>(null);
  const [touched, setTouched] = useState<TouchedLines | null>(null);
  const main = useRef<HTMLButtonElement>(null);
  // The first of the acts that the ticked rows can be done to.
  useBillKeys({ onMain: () => main.current?.click() });
  const mine = useMemo(() => acts.filter(({ command }) => can(command.permission)), [acts, can]);
  const shown = useMemo(() => ({ ...screen, fixed: { ...screen.fixed, ...tab?.fixed } }), [screen, tab]);
  const rowActs = useMemo(
    () =>
      mine.map((act): RowAct<WireRow> => ({
        key: act.command.name,
        icon: act.icon,
        label: act.label,
        isShown: (row) => act.refusal(row) === null,
        mayAct: (row) => allowedBy(act.command as Command, act.refusal(row)),
        onAct: (row) => setAsked({ act, rows: [row] }),
      })),
    [mine],
  );
  const onTouched = useCallback(
    (done: readonly TouchedLines[]): void => {
      setTouched(sumOfTouched(done));
      void queries.invalidateQueries({ queryKey: resourceKey(resource) });
      void queries.invalidateQueries({ queryKey: ['call', 'bill'] });
    },
    [queries, resource],
  );
  const names = new Map(asked?.rows.map((row) => [rowId(resource, row), rowName(resource, row)]));
  return (
    <chakra.div display="flex" flexDirection="column" h="full" minH={0}>
      <TabList
        label={screen.title}
        tabs={tabs.map(({ key, title }): TabEntry<string> => ({ key, title }))}
        chosen={tab?.key ?? ''}
        panelId={panelId}
        onChoose={(key) => setParams(key === tabs[0]?.key ? {} : { tab: key }, { replace: true })}
      />
      <chakra.div {...tabPanel(panelId, tab?.key ?? '')} flex={1} minH={0} pt={2}>
        <ListScreen
          key={tab?.key}
          resource={resource}
          screen={shown}
          without={without}
          acts={rowActs}
          above={() => (touched ? <TouchedNotice touched={touched} onClose={() => setTouched(null)} /> : null)}
          tools={({ ticked }) => {
            const able = mine.map((act) => ({ act, rows: ticked.filter((row) => act.refusal(row) === null) }));
            const first = able.find(({ rows }) => rows.length > 0)?.act;
            return (
              <>
                {able.map(({ act, rows }) => (
                  <Button
                    key={act.command.name}
                    ref={act === first ? main : undefined}
                    size="sm"
                    icon={act.icon}
                    variant={act.command.isDanger ? 'danger' : undefined}
                    keyHint={act === first ? 'Ctrl+Enter' : undefined}
                    disabled={rows.length === 0}
                    onClick={() => setAsked({ act, rows })}
                  >
                    {label(['{act} {count}', '{act} {count}'], { act: label(act.label), count: rows.length })}
                  </Button>
                ))}
                {tools?.(ticked, onTouched)}
              </>
            );
          }}
        />
      </chakra.div>
      {asked ? (
        <ActDrawer
          key={asked.act.command.name}
          command={asked.act.command}
          rows={asked.rows.map((row) => ({ [idName]: rowId(resource, row) }))}
          nameOf={(row) => names.get(String((row as WireRow)[idName])) ?? ''}
          onClose={() => setAsked(null)}
          onDone={(done) => onTouched(done.flatMap(({ answer }) => answer ?? []))}
        >
          {() => <Counts ids={asked.rows.map((row) => rowId(resource, row)).join(',')} useCounts={useCounts} isRewriting={isRewriting} />}
        </ActDrawer>
      ) : null}
    </chakra.div>
  );
}

function Counts({ ids, useCounts, isRewriting }: { readonly ids: string } & Required<Pick<MasterActsScreenProps, 'useCounts' | 'isRewriting'>>) {
  return <CountsLine counts={useCounts(ids)} isRewriting={isRewriting} />;
}
