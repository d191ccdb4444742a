import { chakra } from '@chakra-ui/react';
import { useRef, useState, type KeyboardEvent } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { nextStep, type NextStep } from '#domain/lab/redo/roundKind.ts';
import { controlKind } from '#domain/lab/rules/controlGate.ts';
import { confidence } from '#domain/lab/rules/judging.ts';
import { classWord } from '#domain/lab/rules/organismClass.ts';
import { isClosedRow, rowErrors, rowVerdict, rowWarnings } from '#domain/lab/rules/resultRow.ts';
import { cellFaults } from '#domain/lab/rules/cellText.ts';
import { resultRefusals, rowDecision, type ResultFileLine } from '#domain/lab/resultFile.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { DataTable } from '#src/ui/DataTable.tsx';
import type { MoreOfProps } from '#src/ui/MoreOf.tsx';
import type { TableColumn } from '#src/ui/table/column.ts';
import { Tag, type Tone } from '#src/ui/Tag.tsx';
import { BackgroundWord } from './BackgroundWord.tsx';

export interface Decided {
  readonly decision: 'take' | 'skip' | 'redo';
  readonly reason: string;
  /** With which step the work begins again; of `redo` alone. */
  readonly redoKind?: NextStep;
}
/** By line. */
export type Decisions = Readonly<Record<number, Decided>>;
/** Whether there is something to decide about a row: a task is meant that takes results, and it is no control. */
export const isDecidable = ({ taskId, controlKind: kind, errors }: ResultFileLine): boolean =>
  taskId !== null && kind === null && !isClosedRow(errors);

const tones: Readonly<Record<string, Tone>> = { ok: 'success', warn: 'warning', error: 'danger' };
const texts: Readonly<Record<string, Label>> = { ...rowErrors, ...rowWarnings, ...resultRefusals };
const faultTexts: Readonly<Record<string, Label>> = cellFaults;
export interface ResultLinesProps {
  readonly rows: readonly ResultFileLine[];
  readonly decisions: Decisions;
  /** How many of them there are, and the way to the rest. */
  readonly extent: MoreOfProps;
  /** A line that is to be looked at, from elsewhere. */
  readonly wanted?: number | null;
  /** Null where nothing can be decided any more. */
  readonly onDecide: ((decisions: Decisions) => void) | null;
}

/** Rows of a file, controls and faults first. Enter goes to the next fault; 1 takes, 2 skips, 3 orders the work again. */
export function ResultLines({ rows, extent, decisions, wanted = null, onDecide }: ResultLinesProps) {
  const { label } = useText();
  const [chosen, setChosen] = useState<number | null>(null);
  // What is wanted from elsewhere counts until another row is chosen.
  const [followed, setFollowed] = useState(wanted);
  if (wanted !== followed) {
    setFollowed(wanted);
    setChosen(wanted);
  }
  const table = useRef<HTMLDivElement>(null);
  const isOpen = (of: ResultFileLine): boolean => isDecidable(of) && of.doneTime === null && of.refusal === null;
  const faults = rows.filter((one) => isOpen(one) && one.verdict !== rowVerdict.ok);
  const row = rows.find(({ line }) => line === chosen);
  const next = (): void => {
    const at = faults.findIndex(({ line }) => line === chosen);
    const found = [...faults.slice(at + 1), ...faults.slice(0, at + 1)].find(({ line }) => !decisions[line]);
    if (!found) return;
    setChosen(found.line);
    // So that the next digit decides about it.
    table.current?.querySelector<HTMLElement>('[role=group]')?.focus();
  };
  const mayTake = (of: ResultFileLine): boolean => of.verdict !== rowVerdict.error;
  const decide = (of: ResultFileLine, decision: Decided['decision']): void => {
    if (!onDecide || !isOpen(of) || (decision === rowDecision.take && !mayTake(of))) return;
    const { reason = '', redoKind = nextStep.sequencing } = decisions[of.line] ?? {};
    onDecide({ ...decisions, [of.line]: { decision, reason, ...(decision === rowDecision.redo ? { redoKind } : {}) } });
  };
  const onKey = (event: KeyboardEvent): void => {
    const decision = rowDecision.options[Number(event.key) - 1]?.code;
    if (!decision || !row || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    decide(row, decision as Decided['decision']);
  };
  const said = (of: ResultFileLine): readonly string[] => [
    ...[...of.errors, ...of.warnings, ...(of.refusal ? [of.refusal] : [])].flatMap((code) => (texts[code] ? [label(texts[code], of.params)] : [])),
    ...of.cells.flatMap(({ title, value, fault }) => (fault && faultTexts[fault] ? [`${title}: ${label(faultTexts[fault], { value })}`] : [])),
    ...of.findings.flatMap(({ line, faults: odd }) =>
      odd.flatMap(({ value, fault }) =>
        faultTexts[fault] ? [label(['第 {line} 行: {said}', 'Line {line}: {said}'], { line, said: label(faultTexts[fault], { value }) })] : [],
      ),
    ),
  ];
  const wordOf = (of: ResultFileLine): string => {
    const decided = decisions[of.line] ?? of;
    const step = decided.decision === rowDecision.redo ? label(nextStep.labelOf(decided.redoKind ?? nextStep.sequencing) ?? ['', '']) : '';
    if (of.doneTime)
      return of.decision === rowDecision.redo ? label(['已下达复检: {step}', 'Ordered again: {step}'], { step }) : label(['已导入', 'Taken in']);
    return decided.decision ? [label(rowDecision.labelOf(decided.decision) ?? ['', '']), step].filter(Boolean).join(' ') : '';
  };
  const columns: readonly TableColumn<ResultFileLine>[] = [
    { key: 'line', title: ['行', 'Row'], width: 56, align: 'end' },
    { key: 'code', title: ['文件中的编号', 'Code in the file'], width: 160, least: 110, isMono: true },
    { key: 'well', title: ['孔位', 'Well'], width: 60 },
    {
      key: 'verdict',
      title: ['判定', 'Verdict'],
      width: 120,
      text: ({ verdict }) => label(rowVerdict.labelOf(verdict) ?? ['', '']),
      cell: ({ verdict, controlKind: kind }) => (
        <>
          {kind ? <Tag>{label(controlKind.labelOf(kind) ?? ['', ''])}</Tag> : null}{' '}
          <Tag tone={tones[verdict] ?? 'neutral'}>{label(rowVerdict.labelOf(verdict) ?? ['', ''])}</Tag>
        </>
      ),
    },
    { key: 'said', title: ['判定说明', 'Why'], width: 240, least: 120, text: (of) => said(of).join('  ') },
    { key: 'valuesInFile', title: ['文件中的结果', 'Results in the file'], width: 260, least: 120, text: valuesOf },
    { key: 'decision', title: ['决定', 'Decision'], width: 120, text: wordOf },
  ];
  return (
    <chakra.div display="flex" flexDirection="column" gap={2}>
      {onDecide && faults.length > 0 ? (
        <chakra.div display="flex" gap={2} alignItems="center" flexWrap="wrap" minH="32px">
          <Button size="sm" keyHint="Enter" onClick={next}>
            {label(['下一个问题', 'Next fault'])}
          </Button>
          {row && isOpen(row) ? (
            <>
              <span>{label(['第 {line} 行', 'Line {line}'], { line: row.line })}</span>
              {rowDecision.options.map(({ code, label: word }, at) => (
                <Button
                  key={code}
                  size="sm"
                  keyHint={String(at + 1)}
                  disabled={code === rowDecision.take && !mayTake(row)}
                  variant={decisions[row.line]?.decision === code ? 'primary' : undefined}
                  onClick={() => decide(row, code as Decided['decision'])}
                >
                  {label(word)}
                </Button>
              ))}
              {decisions[row.line]?.decision === rowDecision.redo ? (
                <chakra.select
                  aria-label={label(['从哪一步重做', 'Begins again with'])}
                  value={String(decisions[row.line]?.redoKind ?? nextStep.sequencing)}
                  h="28px"
                  border="hairline"
                  borderRadius="md"
                  bg="bg.panel"
                  onChange={({ target: { value } }) => {
                    const own = decisions[row.line];
                    if (own) onDecide({ ...decisions, [row.line]: { ...own, redoKind: Number(value) as NextStep } });
                  }}
                >
                  {nextStep.options.map(({ code, label: word }) => (
                    <option key={code} value={String(code)}>
                      {label(word)}
                    </option>
                  ))}
                </chakra.select>
              ) : null}
              <chakra.input
                aria-label={label(['原因', 'Reason'])}
                placeholder={label(['原因', 'Reason'])}
                value={decisions[row.line]?.reason ?? ''}
                disabled={!decisions[row.line]}
                maxLength={200}
                border="hairline"
                borderRadius="md"
                px={2}
                h="28px"
                flex={1}
                minW="200px"
                bg="bg.panel"
                onChange={({ target: { value } }) => {
                  const own = decisions[row.line];
                  if (own) onDecide({ ...decisions, [row.line]: { ...own, reason: value } });
                }}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return;
                  event.preventDefault();
                  next();
                }}
              />
            </>
          ) : (
            <chakra.span color="fg.muted">{label(['选一行后决定如何处理', 'Choose a row to decide about it'])}</chakra.span>
          )}
        </chakra.div>
      ) : null}
      {row ? <LineDetail row={row} said={said(row)} /> : null}
      <div ref={table} onKeyDown={onKey}>
        <DataTable
          label={['结果文件行', 'Rows of a result file']}
          screen="result-file-lines"
          columns={columns}
          extent={extent}
          rows={rows}
          rowKey={lineKey}
          indexFrom={false}
          height="50vh"
          chosen={chosen === null ? null : String(chosen)}
          onChoose={({ line }) => setChosen(line)}
          onOpen={next}
        />
      </div>
    </chakra.div>
  );
}

const lineKey = ({ line }: ResultFileLine): string => String(line);
const valuesOf = ({ cells, findings }: ResultFileLine): string =>
  [
    ...findings.map(({ name, reads }) => (reads === null ? name : `${name} ${reads}`)),
    ...cells.filter(({ value }) => value !== '').map(({ title, value }) => `${title} ${value}`),
  ].join('  ');

/** All that is said of the chosen row, and what its sample was found to hold. */
function LineDetail({ row: { findings }, said }: { readonly row: ResultFileLine; readonly said: readonly string[] }) {
  const { label } = useText();
  if (said.length === 0 && findings.length === 0) return null;
  return (
    <chakra.ul listStyleType="none" maxH="24vh" overflowY="auto" aria-label={label(['所选行', 'The chosen row'])}>
      {said.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
      {findings.map((found) => (
        <chakra.li key={found.line} display="flex" gap={2} flexWrap="wrap" alignItems="center">
          <chakra.span color="fg.muted">{label(['第 {line} 行', 'Line {line}'], { line: found.line })}</chakra.span>
          <span>{found.name}</span>
          {found.findingClass === null ? null : <span>{label(classWord(found.findingClass))}</span>}
          {found.reads === null ? null : <span>{label(['{count} 条读段', '{count} reads'], { count: found.reads })}</span>}
          {found.rpm === null ? null : <span>RPM {found.rpm}</span>}
          {found.confidence === null ? null : <span>{label(confidence.labelOf(found.confidence) ?? [found.confidence, found.confidence])}</span>}
          <BackgroundWord finding={found} />
        </chakra.li>
      ))}
    </chakra.ul>
  );
}
