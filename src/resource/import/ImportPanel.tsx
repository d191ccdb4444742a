import { chakra } from '@chakra-ui/react';
import { FilePlus2, KeyRound, RotateCw, Save, TriangleAlert, X } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { headerOf, sheetFields, templateSheets } from '#domain/sheet/recordSheet.ts';
import { writeCsvRows, writeXlsxRows, writeXlsxSheets } from '#domain/sheet/writeSheet.ts';
import { Button } from '#src/ui/Button.tsx';
import { confirm } from '#src/ui/confirm.tsx';
import { useLanguage, useSay } from '#src/ui/language.ts';
import { downloadFile } from '#src/ui/sheet/downloadFile.ts';
import { DropSheet } from '#src/ui/sheet/DropSheet.tsx';
import { ProgressBar } from '#src/ui/sheet/ProgressBar.tsx';
import { SheetPreview } from '#src/ui/sheet/SheetPreview.tsx';
import type { PreviewLine, RowState, StateWord } from '#src/ui/sheet/sheetPreview.ts';
import { previewField } from './previewFields.ts';
import type { RecordImport, RecordImportState } from './recordImport.ts';

const Root = chakra('section', { base: { display: 'flex', flexDirection: 'column', gap: 3, h: 'full', minH: '420px', minW: 0 } });
const Bar = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: 3,
    alignItems: 'center',
    px: 3,
    py: 2,
    border: 'hairline',
    borderRadius: 'md',
    textStyle: 'dense',
    flexShrink: 0,
    bg: 'bg.subtle',
    fontVariantNumeric: 'tabular-nums',
  },
});

/** A file, every row with its verdict, corrections, then the rows in batches. */
export function ImportPanel({ one, route, onImported }: { readonly one: RecordImport; readonly route: string; readonly onImported: () => void }) {
  const say = useSay();
  const state = useSyncExternalStore(one.subscribe, one.current, one.current);
  useUnsavedGuard(state);
  const saved = state.stage === 'preview' ? state.done.created + state.done.updated : null;
  const told = useRef(saved ?? 0);
  useEffect(() => {
    if (saved === null || saved === told.current) return;
    told.current = saved;
    if (saved > 0) onImported();
  }, [saved, onImported]);
  return (
    <Root aria-label={say(['导入', 'Import'])} data-import-stage={state.stage}>
      <Stage one={one} state={state} route={route} />
    </Root>
  );
}

function Stage({ one, state, route }: { readonly one: RecordImport; readonly state: RecordImportState; readonly route: string }) {
  const say = useSay();
  const language = useLanguage();
  const { resource, fixed } = one;
  if (state.stage === 'choose') {
    const name = say(['{title}导入模板.xlsx', '{title} template.xlsx'], { title: resource.title });
    return (
      <DropSheet
        problem={state.problem}
        prompt={['把表格拖到这里,或选择文件', 'Drop a sheet here, or choose a file']}
        note={[
          '支持 .xlsx、.xls、.csv,最多 5000 行;列名用模板或导出文件中的列名,引用填编号或名称;预览确认后才保存',
          '.xlsx, .xls, .csv, up to 5,000 rows; columns are named as in the template or an export, references by code or name; nothing is saved before you say so',
        ]}
        onFile={(file) => void one.open(file)}
        onTemplate={() => downloadFile(writeXlsxSheets(templateSheets(resource, language, fixed)), name)}
      />
    );
  }
  if (state.stage === 'reading') return <ProgressBar share={0} text={say(['正在读取', 'Reading'])} />;
  if (state.stage === 'preview') return <Preview one={one} state={state} route={route} />;
  const isSending = state.stage === 'sending';
  return (
    <ProgressBar
      share={state.done / Math.max(1, state.total)}
      text={say(isSending ? ['正在保存 {done}/{total}', 'Saving {done}/{total}'] : ['正在校验 {done}/{total}', 'Checking {done}/{total}'], {
        done: state.done,
        total: state.total,
      })}
    >
      <Button icon={X} onClick={() => one.stop()} autoFocus>
        {say(['停止', 'Stop'])}
      </Button>
      <chakra.span textStyle="note" color="fg.muted">
        {say(
          isSending
            ? ['可关闭此窗口,导入继续;已保存的行不会撤销', 'You may close this window, the import goes on; rows already saved stay saved']
            : ['可关闭此窗口,校验继续;此时不保存任何数据', 'You may close this window, checking goes on; nothing is saved by it'],
        )}
      </chakra.span>
    </ProgressBar>
  );
}

const savedWords: Readonly<Record<string, StateWord>> = {
  created: { tone: 'success', word: ['已新增', 'Added'] },
  updated: { tone: 'success', word: ['已更新', 'Changed'] },
  same: { tone: 'neutral', word: ['无变化', 'Same'] },
};
const plannedWords: Readonly<Record<string, StateWord>> = {
  created: { tone: 'info', word: ['将新增', 'New'] },
  updated: { tone: 'info', word: ['将更新', 'Change'] },
  same: { tone: 'neutral', word: ['无变化', 'Same'] },
};
const unjudged: StateWord = { tone: 'neutral', word: ['未校验', 'Unchecked'] };

type PreviewState = Extract<RecordImportState, { stage: 'preview' }>;

function Preview({ one, state, route }: { readonly one: RecordImport; readonly state: PreviewState; readonly route: string }) {
  const say = useSay();
  const language = useLanguage();
  const { resource, fixed } = one;
  const all = useMemo(() => sheetFields(resource, fixed).map(([name, field]) => previewField(name, field, language)), [resource, fixed, language]);
  const fields = useMemo(() => state.fields.flatMap((name) => all.filter(({ field }) => field === name)), [all, state.fields]);
  const wordOf = useCallback(
    (row: PreviewLine): StateWord | null => {
      const outcome = one.outcomeOf(row.line);
      if (outcome === null) return unjudged;
      if (one.isSaved(row.line)) return savedWords[outcome] ?? null;
      return row.verdict === 'ok' ? (plannedWords[outcome] ?? null) : null;
    },
    [one],
  );
  const exportFaults = (format: 'xlsx' | 'csv'): void => {
    const states: readonly RowState[] = state.tally.error > 0 ? ['error'] : ['warn'];
    const heads = state.fields.map((name) => headerOf(resource.fields[name]!, language));
    const rows = [[...heads, say(['问题说明', 'What is wrong'])], ...one.faultRows(states, language === 'zh' ? 0 : 1)];
    const name = `${state.fileName.replace(/\.[^.]*$/, '')}-${say(['问题数据', 'faults'])}.${format}`;
    downloadFile(format === 'csv' ? writeCsvRows(rows) : writeXlsxRows(say(['问题数据', 'Rows at fault']), rows), name);
  };
  const restart = async (): Promise<void> => {
    const isSure =
      state.ready + one.told.length === 0 ||
      (await confirm({
        text:
          one.told.length > 0
            ? forgetPasswords
            : ['还有 {open} 行可导入但未导入,确定换文件?', '{open} good rows are not imported yet. Take another file?'],
        params: { open: state.ready },
      }));
    if (isSure) one.reset();
  };
  return (
    <>
      <SheetPreview
        screen={`${route}/import`}
        fields={fields}
        others={all}
        tally={state.tally}
        version={state.version}
        source={one.source}
        wordOf={wordOf}
        isSettled={one.isSaved}
        onExportFaults={exportFaults}
        tools={
          <Button size="sm" icon={FilePlus2} onClick={() => void restart()}>
            {say(['换一个文件', 'Another file'])}
          </Button>
        }
      />
      <ToldPasswords one={one} />
      {state.stoppedBy ? (
        <Bar role="alert" color="danger.text" bg="danger.subtle" borderColor="danger.border">
          <TriangleAlert size={16} aria-hidden />
          {say(['中断: {why}。已保存的行不会重复', 'Cut: {why}. Rows already saved are not doubled'], { why: say(state.stoppedBy) })}
        </Bar>
      ) : null}
      <Bar data-import-result data-created={state.done.created} data-updated={state.done.updated}>
        <span>
          {say(['{file}: 已新增 {created}, 已更新 {updated}', '{file}: {created} added, {updated} changed'], { file: state.fileName, ...state.done })}
        </span>
        <chakra.span data-import-why color={state.ready === 0 ? 'warning.text' : undefined}>
          {state.ready === 0 ? say(whyNothing(state)) : say(planText, { ...state.planned, error: state.tally.error })}
        </chakra.span>
        {state.ignored.length > 0 ? (
          <chakra.span
            color="fg.muted"
            title={state.ignored.join(', ')}
            overflow="hidden"
            textOverflow="ellipsis"
            whiteSpace="nowrap"
            minW={0}
            flex="0 1 auto"
          >
            {say(['不导入的列: {columns}', 'Columns left out: {columns}'], { columns: state.ignored.join(say(['、', ', '])) })}
          </chakra.span>
        ) : null}
        <chakra.span flex={1} />
        {state.unjudged > 0 ? (
          <Button icon={RotateCw} onClick={() => void one.judge()}>
            {say(['校验其余 {count} 行', 'Check the other {count}'], { count: state.unjudged })}
          </Button>
        ) : null}
        <Button variant="primary" icon={Save} disabled={state.ready === 0} onClick={() => void one.send()} data-import-confirm>
          {say(['导入 {ready} 条', 'Import {ready} rows'], { ready: state.ready.toLocaleString('en-US') })}
        </Button>
      </Bar>
    </>
  );
}

const planText: Label = [
  '将新增 {created}, 将更新 {updated}, 无变化 {same}, 有错误 {error}',
  '{created} new, {updated} to change, {same} the same, {error} with errors',
];
/** Why there is nothing to import. */
function whyNothing({ tally, unjudged, done }: PreviewState): Label {
  if (unjudged > 0) return ['还有行未校验', 'Some rows are not checked yet'];
  if (tally.error > 0) return ['没有可导入的行: 请先更正有错误的行', 'No row can be imported: correct those with errors first'];
  if (done.created + done.updated > 0) return ['全部已导入', 'All is imported'];
  return ['没有可导入的行: 所有行都与已有记录相同', 'No row can be imported: all are the same as what is there'];
}

const forgetPasswords: Label = [
  '一次性密码只在此处可下载, 换文件后不再显示。确定换文件?',
  'The passwords for one use can be downloaded here alone and are gone with another file. Take another file?',
];

/** New accounts got passwords for one use: they are told here, once, and must be changed at the first sign-in. */
function ToldPasswords({ one: { told, resource } }: { readonly one: RecordImport }) {
  const say = useSay();
  const language = useLanguage();
  const rows = told.filter((row) => row.told['oneTimePassword']);
  if (rows.length === 0) return null;
  const { code = resource.display.name, name } = resource.display;
  const download = (): void => {
    const heads = [...[code, name].map((field) => headerOf(resource.fields[field]!, language)), say(['一次性密码', 'Password for one use'])];
    const lines = rows.map(({ cells, told: { oneTimePassword = '' } }) => [cells[code] ?? '', cells[name] ?? '', oneTimePassword]);
    downloadFile(writeXlsxRows(say(['一次性密码', 'Passwords']), [heads, ...lines]), say(['一次性密码.xlsx', 'passwords for one use.xlsx']));
  };
  return (
    <Bar role="status" color="warning.text" bg="warning.subtle" borderColor="warning.border" data-import-passwords={rows.length}>
      <KeyRound size={16} aria-hidden />
      <chakra.span flex={1}>
        {say(
          [
            '{count} 个新账号各有一个一次性密码, 首次登录须修改; 只在此处提供, 请下载后分发',
            '{count} new accounts have a password for one use, to be changed at the first sign-in; it is told here alone',
          ],
          { count: rows.length },
        )}
      </chakra.span>
      <Button size="sm" icon={KeyRound} onClick={download}>
        {say(['下载一次性密码', 'Download passwords'])}
      </Button>
    </Bar>
  );
}

/** Closing the page would cut the saving, or lose corrections: the browser asks. */
function useUnsavedGuard(state: RecordImportState): void {
  const isAtRisk = state.stage === 'sending' || (state.stage === 'preview' && state.ready > 0);
  useEffect(() => {
    if (!isAtRisk) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isAtRisk]);
}
