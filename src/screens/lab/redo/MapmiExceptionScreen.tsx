import { useQueryClient } from '@tanstack/react-query';
import { Check, CloudCog, RotateCcw } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import { auditLevel, viewAudits } from '#domain/lab/audit/resultAudit.ts';
import { cloudFallback, exceptionType, mapmiExceptions, resequencing, submitException, type ExceptionRow } from '#domain/lab/redo/mapmiException.ts';
import { redoRefusal } from '#domain/lab/redo/redoRule.ts';
import { roundKind } from '#domain/lab/redo/roundKind.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { Button } from '#src/ui/Button.tsx';
import { StatusWord, Tag, type Tone } from '#src/ui/Tag.tsx';
import { AuditDrawer } from '../audit/AuditDrawer.tsx';
import { nameOfRow } from './redoChoices.ts';

const commands = { cloud: cloudFallback, again: resequencing, take: submitException } as const;
type Act = keyof typeof commands;
const acts = [
  { key: 'cloud', icon: CloudCog },
  { key: 'again', icon: RotateCcw },
  { key: 'take', icon: Check },
] as const satisfies readonly { readonly key: Act; readonly icon: typeof Check }[];
const tones: Readonly<Record<number, Tone>> = { [exceptionType.outOfControl]: 'danger', [exceptionType.cloudFailed]: 'danger' };

function Exception({ exceptionType: type }: Pick<ExceptionRow, 'exceptionType'>) {
  const { label } = useText();
  return <StatusWord tone={tones[type] ?? 'warning'}>{label(exceptionType.labelOf(type) ?? ['', ''])}</StatusWord>;
}
const counted = (count: number, tone: Tone) => (count > 0 ? <Tag tone={tone}>{count}</Tag> : count);
const cells: Cells<ExceptionRow> = {
  labCode: { width: 190, least: 180, isMono: true },
  personName: { width: 90, least: 72 },
  exceptionType: { width: 110, least: 96, cell: (row) => <Exception {...row} /> },
  signalIntensityGao: { cell: ({ signalIntensityGao }) => counted(signalIntensityGao, 'danger') },
  signalIntensityZhong: { cell: ({ signalIntensityZhong }) => counted(signalIntensityZhong, 'warning') },
  round: { width: 60, least: 52 },
};
const isOpen = ({ taskState: state }: ExceptionRow): boolean => state === taskState.running || state === taskState.firstAudit;
const listRows = { line: 'mapmi', lastRound: null } as const;

/** What the cloud came back with that wants a person: analysed again, sequenced again, or taken as it is. */
export function Screen() {
  const { label } = useText();
  const { can, user } = useSession();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<{ readonly act: Act; readonly rows: readonly ExceptionRow[] } | null>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const renew = (): void => void queries.invalidateQueries({ queryKey: ['call', 'lab'] });
  const mayAct = useCallback(
    (act: Act, row: ExceptionRow) => {
      if (!user || act === 'take') return true;
      const kind = act === 'cloud' ? roundKind.cloud : roundKind.sequencing;
      return allowedBy(commands[act], redoRefusal({ ...row, ...listRows, name: nameOfRow(row) }, kind, user, true));
    },
    [user],
  );
  const mine = useMemo(() => acts.filter(({ key }) => can(commands[key].permission)), [can]);
  const rowActs = useMemo(
    () =>
      mine.map(({ key, icon }) => ({
        key,
        icon,
        label: commands[key].title,
        isShown: isOpen,
        mayAct: (row: ExceptionRow) => mayAct(key, row),
        onAct: (row: ExceptionRow) => setAsked({ act: key, rows: [row] }),
      })),
    [mine, mayAct],
  );
  const open = useCallback(({ taskId }: ExceptionRow) => setOpened(taskId), []);
  const names = new Map(asked?.rows.map((row) => [row.taskId, nameOfRow(row)]));
  return (
    <>
      <ListingScreen
        list={mapmiExceptions}
        cells={cells}
        acts={rowActs}
        {...(can(viewAudits.code) ? { onOpen: open } : {})}
        mayTick={isOpen}
        emptyText={['没有异常', 'Nothing came back wrong']}
        tools={({ ticked }) =>
          mine.map(({ key, icon }) => (
            <Button key={key} size="sm" icon={icon} disabled={ticked.length === 0} onClick={() => setAsked({ act: key, rows: ticked })}>
              {label(commands[key].title)}
            </Button>
          ))
        }
      />
      {opened ? (
        <AuditDrawer
          key={opened}
          taskId={opened}
          level={auditLevel.first}
          mayAudit={false}
          isAsking={false}
          onAct={() => undefined}
          onClose={() => setOpened(null)}
        />
      ) : null}
      {asked ? (
        <ActDrawer
          key={asked.act}
          command={commands[asked.act] as typeof cloudFallback}
          rows={asked.rows.map(({ taskId }) => ({ taskId }))}
          nameOf={({ taskId }) => names.get(taskId) ?? taskId}
          onClose={() => setAsked(null)}
          onDone={renew}
        />
      ) : null}
    </>
  );
}
