import { chakra } from '@chakra-ui/react';
import { FileInput, FolderOpen, Square, Upload } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type DeskExport, type ImportedAct, readDeskExport } from '#domain/desk/deskImport.ts';
import type { Label } from '#domain/kernel/label.ts';
import { ask } from '#src/api/ask.ts';
import { CallError } from '#src/api/call.ts';
import { ScreenTitle } from '#src/console/ScreenTitle.tsx';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { DataTable } from '#src/ui/DataTable.tsx';
import { DropZone } from '#src/ui/DropZone.tsx';
import { notify } from '#src/ui/notify.tsx';
import { useTableView } from '#src/ui/table/tableView.ts';
import { Toolbar } from '#src/ui/Toolbar.tsx';
import { bringActs } from './bringActs.ts';
import { importColumns, type ImportRow, outcomeOf } from './importColumns.tsx';
import { ImportFacts } from './ImportFacts.tsx';

interface Opened {
  readonly name: string;
  readonly file: DeskExport;
}
const notOurs: Label = ['不是前台导出的文件,或文件已损坏', 'Not a file a desk has exported, or it is damaged'];
const tooNew: Label = ['文件由更新的版本导出,请先更新本页', 'A later version exported this file: update this page first'];
const isSettled = ({ outcome }: ImportRow): boolean => outcome === 'done' || outcome === 'known' || outcome === 'kept';

/** 导入前台操作: what a desk that cannot send gave on a stick is looked at first, then brought to the server, act by act with its answer. */
export function Screen() {
  const { label } = useText();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [answers, setAnswers] = useState<ReadonlyMap<string, ImportedAct>>(new Map());
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const isStopped = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  const view = useTableView('/desk/import', importColumns);

  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );

  const rows = useMemo(
    () =>
      opened?.file.acts.map((act): ImportRow => {
        const answer = answers.get(act.op.opId) ?? null;
        return { ...act, answer, outcome: answer ? outcomeOf(answer) : asked.has(act.op.opId) ? 'silent' : 'fresh' };
      }) ?? [],
    [opened, answers, asked],
  );
  const left = rows.filter((row) => !isSettled(row));

  const take = async (files: FileList | null): Promise<void> => {
    const file = files?.[0];
    if (!file || isBusy) return;
    const read = readDeskExport(await file.text());
    if (read === null || read === 'newer') return notify.error(read === null ? notOurs : tooNew, { detail: file.name });
    setOpened({ name: file.name, file: read });
    setAnswers(new Map());
    setAsked(new Set());
  };
  const bring = async (): Promise<void> => {
    if (!opened) return;
    isStopped.current = false;
    setBusy(true);
    try {
      await bringActs(left, {
        exportedAt: opened.file.exportedAt,
        send: async (body) => {
          const answer = await ask('POST sample/offline/import', { body, quiet: true, timeoutMs: 120_000 });
          setAsked((known) => new Set([...known, ...body.ops.map(({ opId }) => opId)]));
          return answer;
        },
        onResults: (results) => setAnswers((known) => new Map([...known, ...results.map((result) => [result.opId, result] as const)])),
        isStopped: () => isStopped.current,
      });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      notify.error(['导入中断,可再次导入其余各项: {message}', 'The import was cut; import the rest again: {message}'], {
        params: { message: error.message },
      });
    } finally {
      setBusy(false);
    }
  };
  const choose = (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,application/json"
        data-desk-file
        onChange={(event) => {
          // Read before the field is emptied, so that the same file can be chosen again.
          void take(event.currentTarget.files).finally(() => input.current && (input.current.value = ''));
        }}
      />
      <Button
        size={opened ? 'sm' : 'md'}
        variant={opened ? 'secondary' : 'primary'}
        icon={FolderOpen}
        disabled={isBusy}
        onClick={() => input.current?.click()}
      >
        {label(opened ? ['换一个文件', 'Another file'] : ['选择文件', 'Choose a file'])}
      </Button>
    </>
  );

  if (!opened) {
    return (
      <chakra.div display="flex" flexDirection="column" h="full" minH={0}>
        <ScreenTitle />
        <DropZone onDrop={(files) => void take(files)}>
          <FileInput size={32} aria-hidden />
          <div>{label(['把前台导出的待上传文件拖到这里,或选择文件', 'Drop the file a desk has exported here, or choose it'])}</div>
          {choose}
          <chakra.div textStyle="note" maxW="520px">
            {label([
              '内容已加密,只有服务器能打开;每项操作按原操作人记录。重复导入、或前台恢复后再次上传,都不会重复',
              'It is sealed: only the server opens it. Each act counts as its author’s. Importing it twice, or the desk sending later, doubles nothing',
            ])}
          </chakra.div>
        </DropZone>
      </chakra.div>
    );
  }
  return (
    <chakra.div display="flex" flexDirection="column" gap={2} h="full" minH={0}>
      <ScreenTitle />
      <ImportFacts file={opened.file} name={opened.name} rows={rows} />
      <chakra.section
        bg="bg.panel"
        border="hairline"
        borderRadius="md"
        px={3}
        py={2}
        display="flex"
        flexDirection="column"
        flex="1 1 auto"
        minH={0}
        gap={2}
      >
        <Toolbar view={view} columns={importColumns}>
          <Button size="sm" variant="primary" icon={Upload} isBusy={isBusy} disabled={left.length === 0} onClick={() => void bring()}>
            {label(asked.size > 0 ? ['再导入其余 {count} 项', 'Import the other {count} again'] : ['导入 {count} 项', 'Import {count}'], {
              count: left.length,
            })}
          </Button>
          {isBusy ? (
            <Button
              size="sm"
              icon={Square}
              onClick={() => {
                isStopped.current = true;
              }}
            >
              {label(['停止', 'Stop'])}
            </Button>
          ) : null}
          {choose}
        </Toolbar>
        <DataTable
          label={['文件中的操作', 'Acts in the file']}
          screen="/desk/import"
          view={view}
          columns={importColumns}
          extent="whole"
          rows={rows}
          rowKey={({ op }) => op.opId}
          emptyText={['文件中没有操作', 'The file holds no act']}
        />
      </chakra.section>
    </chakra.div>
  );
}
