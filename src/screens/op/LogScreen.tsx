import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { FileSearch, RotateCw, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { reasonField } from '#domain/kernel/fields.ts';
import { credentialType, readPayload, type InterfaceLogRow, type limsLogs, type removeLogs, type thirdLogs } from '#domain/op/interfaceLog.ts';
import { replayLogs, whyNotReplayed } from '#domain/op/replay.ts';
import { ask } from '#src/api/ask.ts';
import { CallError } from '#src/api/call.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { problemsOf } from '#src/console/act/AskDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import type { Cells } from '#src/resource/listingColumns.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { Button } from '#src/ui/Button.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import type { RowAct } from '#src/ui/table/column.ts';
import { StatusWord } from '#src/ui/Tag.tsx';
import { ReplayDrawer } from './ReplayDrawer.tsx';

export interface LogScreenProps {
  readonly list: typeof thirdLogs | typeof limsLogs;
  readonly remove: typeof removeLogs;
  readonly screen: { readonly route: string; readonly title: Label };
}

function OutcomeWord({ credentialType: outcome }: Pick<InterfaceLogRow, 'credentialType'>) {
  const { label } = useText();
  return <StatusWord tone={outcome === credentialType.good ? 'success' : 'danger'}>{label(credentialType.labelOf(outcome) ?? ['', ''])}</StatusWord>;
}
const cells: Cells<InterfaceLogRow> = {
  credentialType: { width: 96, least: 84, cell: (row) => <OutcomeWord {...row} /> },
  exceptionContent: { width: 220, least: 140 },
  enterParameter: { width: 220, least: 140, isMono: true },
  resultParameter: { width: 220, least: 140, isMono: true },
};
const whyNot = (row: InterfaceLogRow): Label | null => whyNotReplayed({ ...row, hasPayload: row.enterParameter !== null });
const mayTick = (): boolean => true;

/** Calls of one kind: what came and went, who the patients are struck out; whole for whoever may read them and says why. */
export function LogScreen({ list, remove, screen }: LogScreenProps) {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const [opened, setOpened] = useState<InterfaceLogRow | null>(null);
  const [replayed, setReplayed] = useState<readonly InterfaceLogRow[] | null>(null);
  const [removed, setRemoved] = useState<readonly InterfaceLogRow[] | null>(null);
  const acts = useMemo(
    (): readonly RowAct<InterfaceLogRow>[] => [
      ...(can(readPayload.code)
        ? [
            {
              key: 'payload',
              label: ['报文原文', 'Payload'],
              icon: FileSearch,
              isShown: ({ enterParameter }: InterfaceLogRow) => enterParameter !== null,
              onAct: setOpened,
            } as const,
          ]
        : []),
      ...(can(replayLogs.code)
        ? [
            {
              key: 'replay',
              label: ['重放', 'Replay'],
              icon: RotateCw,
              isShown: ({ credentialType: outcome }: InterfaceLogRow) => outcome === credentialType.bad,
              mayAct: (row: InterfaceLogRow) => whyNot(row) ?? true,
              onAct: (row: InterfaceLogRow) => setReplayed([row]),
            } as const,
          ]
        : []),
      ...(can(remove.permission)
        ? [{ key: 'remove', label: ['删除', 'Remove'], icon: Trash2, isDanger: true, onAct: (row: InterfaceLogRow) => setRemoved([row]) } as const]
        : []),
    ],
    [can, remove],
  );
  const readAnew = (): void => void queries.invalidateQueries({ queryKey: ['call', 'op'] });
  const names = new Map(removed?.map((row) => [row.interfaceLogId, `${row.createTime} ${row.interfaceName}`]));
  return (
    <>
      <ListingScreen
        list={list}
        screen={screen}
        cells={cells}
        acts={acts}
        mayTick={mayTick}
        emptyText={['没有接口日志', 'No calls']}
        tools={({ ticked }) => {
          const again = ticked.filter((row) => whyNot(row) === null);
          return (
            <>
              {can(replayLogs.code) ? (
                <Button size="sm" icon={RotateCw} disabled={again.length === 0} onClick={() => setReplayed(again)}>
                  {label(['重放 {count}', 'Replay {count}'], { count: again.length })}
                </Button>
              ) : null}
              {can(remove.permission) ? (
                <Button size="sm" icon={Trash2} disabled={ticked.length === 0} onClick={() => setRemoved(ticked)}>
                  {label(['删除', 'Remove'])}
                </Button>
              ) : null}
            </>
          );
        }}
      />
      {replayed ? <ReplayDrawer rows={replayed} onClose={() => setReplayed(null)} onDone={readAnew} /> : null}
      {removed ? (
        <ActDrawer
          command={remove}
          rows={removed.map(({ interfaceLogId }) => ({ id: interfaceLogId }))}
          nameOf={({ id }) => names.get(id) ?? id}
          onClose={() => setRemoved(null)}
          onDone={readAnew}
        />
      ) : null}
      {opened ? <PayloadDrawer key={opened.interfaceLogId} row={opened} onClose={() => setOpened(null)} /> : null}
    </>
  );
}

const fields = { reason: reasonField } as const;

/** 报文原文: shown once a reason is given, which is noted. */
function PayloadDrawer({ row, onClose }: { readonly row: InterfaceLogRow; readonly onClose: () => void }) {
  const { label } = useText();
  const [shown, setShown] = useState<{ readonly enterParameter: string; readonly resultParameter: string } | null>(null);
  const form = useDescribedForm({
    fields,
    values: {},
    onSave: async ({ reason }) => {
      try {
        setShown(await ask('POST op/interface-logs/payload', { body: { id: row.interfaceLogId, reason }, quiet: true }));
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        return problemsOf(error);
      }
      return undefined;
    },
  });
  return (
    <SideDrawer
      title={label(['报文原文 · {name} {at}', 'Payload: {name} {at}'], { name: row.interfaceName, at: row.createTime })}
      form={form}
      onClose={onClose}
      footer={
        shown ? undefined : (
          <Button variant="primary" icon={FileSearch} isBusy={form.isSaving} onClick={() => void form.save()} data-enter-end>
            {label(['查看(记入审计)', 'Read it (noted)'])}
          </Button>
        )
      }
    >
      {shown ? null : <FormGrid form={form} columns={1} isFocused />}
      {shown ? (
        <chakra.div display="grid" gap={3}>
          <Part title={['请求', 'Request']} text={shown.enterParameter} />
          <Part title={['应答', 'Answer']} text={shown.resultParameter} />
        </chakra.div>
      ) : null}
    </SideDrawer>
  );
}

function Part({ title, text }: { readonly title: Label; readonly text: string }) {
  const { label } = useText();
  return (
    <chakra.section display="grid" gap={1}>
      <chakra.h3 textStyle="dense" color="fg.muted">
        {label(title)}
      </chakra.h3>
      <chakra.pre
        textStyle="dense"
        fontFamily="mono"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
        bg="bg.subtle"
        border="hairline"
        borderRadius="md"
        p={2}
        m={0}
      >
        {text || label(['(空)', '(empty)'])}
      </chakra.pre>
    </chakra.section>
  );
}
