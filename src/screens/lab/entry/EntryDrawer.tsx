import { chakra } from '@chakra-ui/react';
import { ClipboardCheck, RefreshCw, Save, Undo2 } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { EntryTask } from '#domain/lab/resultEntry.ts';
import { resultRefusals } from '#domain/lab/resultFile.ts';
import { judgeEntry } from '#domain/lab/rules/entryJudging.ts';
import { metric } from '#domain/lab/rules/metrics.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import type { Label } from '#domain/kernel/label.ts';
import { ask } from '#src/api/ask.ts';
import { CallError } from '#src/api/call.ts';
import { failureOfCall } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { confirm } from '#src/ui/confirm.tsx';
import { InputBox } from '#src/ui/fields/control.ts';
import { notify } from '#src/ui/notify.tsx';
import { ScanBox } from '#src/ui/scan/ScanBox.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { TabList, tabPanel } from '#src/ui/TabList.tsx';
import { StatusWord, Tag } from '#src/ui/Tag.tsx';
import { useLatest } from '#src/ui/useLatest.ts';
import { useKeyDown } from '#src/ui/useKeyDown.ts';
import { ResultWord, SignalTags } from '../audit/auditCells.tsx';
import { ConclusionDrawer } from './ConclusionDrawer.tsx';
import { EntryGrid } from './EntryGrid.tsx';
import { columnsOf, findsBeside, judgedFindings, typeAt } from './entryEdit.ts';
import { FindingRows } from './FindingRows.tsx';
import { useEntry, type Told } from './useEntry.ts';

/** What the grid begins with: rows that were ticked, or a code that was scanned. */
export type EntryStart = { readonly taskIds: string } | { readonly code: string };
const panelId = 'entry';
const refusals: Readonly<Record<string, Label>> = resultRefusals;
const tones = { saved: 'success', restored: 'info', conflict: 'warning', refused: 'danger' } as const;

const whyOf = (isReplacing: boolean): Label => (isReplacing ? ['修改原因', 'Reason of the change'] : ['原因', 'Reason']);

/** Results entered by hand: a grid for the keyboard, judged as it is typed. Scanning brings further tubes onto it, F9 saves. */
export function EntryDrawer({
  start,
  onChanged,
  onClose,
}: {
  readonly start: EntryStart;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}) {
  const { label } = useText();
  const entry = useEntry();
  const { groups, tasks, typedAt, dirty, told, take } = entry;
  const [error, setError] = useState<Error | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [at, setAt] = useState<string | null>(null);
  const [measures, setMeasures] = useState<readonly string[]>([]);
  const [reason, setReason] = useState('');
  const [instrumentId, setInstrumentId] = useState('');
  const [concluded, setConcluded] = useState<EntryTask | null>(null);
  const body = useRef<HTMLDivElement>(null);

  const load = useLatest(async (asked: EntryStart): Promise<void> => {
    try {
      const sheet = await ask('GET lab/result/entry-sheet', { query: asked, quiet: true });
      await take(sheet);
      setError(null);
      setChosen((before) => ('code' in asked ? (sheet.tasks[0]?.panelGroupId ?? before) : (before ?? sheet.tasks[0]?.panelGroupId ?? null)));
      const [first] = sheet.tasks;
      // After the grid has drawn it.
      if (first) setTimeout(() => body.current?.querySelector<HTMLInputElement>(`[data-cell^="${first.taskId} "]:enabled`)?.focus(), 30);
    } catch (failed) {
      if (!(failed instanceof CallError)) throw failed;
      if (tasks.length === 0) setError(failed);
      else notify.error(failed.isTransport ? ['连接不上服务器', 'The server cannot be reached'] : failed.message);
    }
  });
  const first = useRef(start);
  useEffect(() => void load.current(first.current), [load]);

  const group = groups.find(({ panelGroupId }) => panelGroupId === chosen) ?? groups[0];
  const own = useMemo(() => tasks.filter(({ panelGroupId }) => panelGroupId === group?.panelGroupId), [tasks, group]);
  const columns = useMemo(() => (group ? columnsOf(group, own, measures) : []), [group, own, measures]);
  const current = own.find(({ taskId }) => taskId === at) ?? own[0];
  const judged = new Map(
    group ? own.map((task) => [task.taskId, judgeEntry(group, task, { ...typedAt(task), findings: judgedFindings(typedAt(task).findings) })]) : [],
  );
  const save = async (): Promise<void> => {
    if (dirty.length === 0 || entry.isSaving) return;
    const count = await entry.save(reason, instrumentId || null);
    if (count > 0) {
      setReason('');
      onChanged();
    }
  };
  const leave = async (): Promise<void> => {
    const count = dirty.length;
    const text: Label = [
      '{count} 个任务尚未保存，内容保留在本机，下次打开时恢复。关闭?',
      '{count} tasks are not saved; what was typed is kept here for the next time. Close?',
    ];
    if (count === 0 || (await confirm({ text, params: { count } }))) onClose();
  };
  useKeyDown((event) => {
    if (concluded !== null) return;
    if (event.key === 'F9') {
      event.preventDefault();
      void save();
    } else if (event.key === 'F4' && current && current.taskState === taskState.firstAudit) {
      event.preventDefault();
      setConcluded(current);
    }
  });

  const verdictOf = (task: EntryTask) => {
    const found = judged.get(task.taskId);
    const isOpen = dirty.includes(task);
    const mayConclude = task.taskState === taskState.firstAudit && task.refusal === null && !isOpen;
    return (
      <>
        {own.length === 1 ? (
          <span>
            <chakra.span fontFamily="mono">{task.labCode ?? task.sampleCode}</chakra.span> {task.personName}
          </span>
        ) : null}
        {task.isUrgent === 1 ? <Tag tone="danger">{label(['加急', 'Urgent'])}</Tag> : null}
        {found && found.missing.length > 0 ? (
          <Tag>{label(['缺 {n} 项', '{n} lacking'], { n: found.missing.length })}</Tag>
        ) : (
          <ResultWord result={isOpen ? (found?.derived.result ?? null) : task.detectionResult} />
        )}
        {found?.failed.map(({ why }) => (
          <Tag key={String(why.params['name'])} tone="warning">
            {label(why.text, why.params)}
          </Tag>
        ))}
        {isOpen ? <Tag tone="info">{label(['未保存', 'Not saved'])}</Tag> : <SignalTags signals={task.signals} />}
        {task.taskState === taskState.firstAudit ? (
          <Button
            size="sm"
            icon={ClipboardCheck}
            keyHint={task === current ? 'F4' : undefined}
            disabled={!mayConclude}
            onClick={() => setConcluded(task)}
          >
            {label(['结论', 'Conclusion'])}
          </Button>
        ) : null}
      </>
    );
  };
  const toldOf = (task: EntryTask) => {
    const closed = task.refusal === null ? null : (refusals[task.refusal] ?? null);
    const one: Told | undefined = closed ? { kind: 'refused', text: closed } : told.get(task.taskId);
    if (!one) return null;
    return (
      <chakra.div role="status" display="flex" gap={2} alignItems="center" textStyle="dense" py={1} data-told={one.kind}>
        <StatusWord tone={tones[one.kind]}>{typeof one.text === 'string' ? one.text : label(one.text, { no: task.version })}</StatusWord>
        {one.kind === 'conflict' ? (
          <Button size="sm" icon={RefreshCw} onClick={() => void entry.renew(task.taskId)}>
            {label(['取最新，保留已输入', 'Take the newest, keep what I typed'])}
          </Button>
        ) : null}
        {one.kind === 'conflict' || one.kind === 'restored' ? (
          <Button size="sm" variant="ghost" icon={Undo2} onClick={() => entry.drop(task)}>
            {label(['放弃输入', 'Give up what I typed'])}
          </Button>
        ) : null}
      </chakra.div>
    );
  };
  const failure = failureOfCall(error, label);
  const instruments = entry.instruments.filter(({ laboratoryId }) => own.some((task) => task.laboratoryId === laboratoryId));
  const isReplacing = dirty.some((task) => task.version > 0);
  // Another sex than the requisition's is taken with a reason, also at first.
  const isAskedWhy = isReplacing || dirty.some((task) => (typedAt(task).metrics[metric.sexCall] ?? '').trim() !== '');
  return (
    <SideDrawer
      size="lg"
      title={label(['结果录入', 'Result entry'])}
      onClose={() => void leave()}
      footer={
        <>
          <chakra.span me="auto" textStyle="dense" color="fg.muted">
            {label(['Enter 下一格  ↑↓←→ 移动  Alt+数字 选词  F2 扫描', 'Enter: next  ↑↓←→: walk  Alt+digit: a word  F2: scan'])}
          </chakra.span>
          {isAskedWhy ? (
            <InputBox
              w="220px"
              h="32px"
              aria-label={label(whyOf(isReplacing))}
              placeholder={label(whyOf(isReplacing))}
              value={reason}
              maxLength={200}
              onChange={({ target }) => setReason(target.value)}
            />
          ) : null}
          <Button variant="primary" icon={Save} keyHint="F9" isBusy={entry.isSaving} disabled={dirty.length === 0} onClick={() => void save()}>
            {label(['保存 {n}', 'Save {n}'], { n: dirty.length })}
          </Button>
        </>
      }
    >
      <chakra.div ref={body} display="flex" flexDirection="column" gap={2} minH={0}>
        <ScanBox
          label={['扫描样本加入录入表', 'Scan a tube onto the grid']}
          placeholder={['扫描样本加入录入表', 'Scan a tube onto the grid']}
          keepsFocus={false}
          onScan={({ code }) => void load.current({ code })}
        />
        {failure ? <StateView state="failed" failure={failure} onRetry={() => void load.current(first.current)} /> : null}
        {!failure && !group ? <StateView state="loading" /> : null}
        {groups.length > 1 && group ? (
          <TabList
            label={['项目组', 'Panel group']}
            tabs={groups.map((one) => ({ key: one.panelGroupId, title: [one.panelGroupName ?? '', one.panelGroupName ?? ''] as const }))}
            chosen={group.panelGroupId}
            onChoose={setChosen}
            panelId={panelId}
          />
        ) : null}
        {group ? (
          <chakra.div {...(groups.length > 1 ? tabPanel(panelId, group.panelGroupId) : {})} minW={0}>
            <EntryGrid
              group={group}
              tasks={own}
              columns={columns}
              typed={typedAt}
              judged={(task) => judged.get(task.taskId) ?? judgeEntry(group, task, { ...typedAt(task), findings: [] })}
              onType={(task, column, text) => entry.change(task, typeAt(typedAt(task), column, text))}
              onAt={({ taskId }) => setAt(taskId)}
              verdict={verdictOf}
              told={toldOf}
            />
            <chakra.label display="inline-flex" alignItems="center" gap={2} textStyle="dense" color="fg.muted" mt={2}>
              {label(['添加质控参数', 'Add a measure'])}
              <chakra.select
                value=""
                h="28px"
                border="hairline"
                borderRadius="md"
                bg="bg.panel"
                onChange={({ target }) => setMeasures([...measures, target.value])}
              >
                <option value="" />
                {metric.options
                  .filter(({ code }) => columns.every((column) => column.metric !== code))
                  .map(({ code, label: word }) => (
                    <option key={String(code)} value={String(code)}>
                      {label(word)}
                    </option>
                  ))}
              </chakra.select>
            </chakra.label>
            {instruments.length > 0 ? (
              <chakra.label display="inline-flex" alignItems="center" gap={2} textStyle="dense" color="fg.muted" mt={2} ms={4}>
                {label(['检测仪器', 'Instrument'])}
                <chakra.select
                  value={instrumentId}
                  h="28px"
                  border="hairline"
                  borderRadius="md"
                  bg="bg.panel"
                  onChange={({ target }) => setInstrumentId(target.value)}
                >
                  <option value="">{label(['不指明', 'Not named'])}</option>
                  {instruments.map((one) => (
                    <option key={one.instrumentId} value={one.instrumentId}>
                      {one.instrumentName}
                    </option>
                  ))}
                </chakra.select>
              </chakra.label>
            ) : null}
            {findsBeside(group) && current ? (
              <FindingRows
                key={current.taskId}
                group={group}
                task={current}
                findings={typedAt(current).findings}
                names={own.flatMap((task) => typedAt(task).findings.map(({ name }) => name)).filter(Boolean)}
                onChange={(findings) => entry.change(current, { ...typedAt(current), findings })}
              />
            ) : null}
          </chakra.div>
        ) : null}
      </chakra.div>
      {concluded ? (
        <ConclusionDrawer
          taskId={concluded.taskId}
          code={concluded.labCode ?? concluded.sampleCode}
          onDone={() => {
            void entry.renew(concluded.taskId);
            onChanged();
          }}
          onClose={() => setConcluded(null)}
        />
      ) : null}
    </SideDrawer>
  );
}
