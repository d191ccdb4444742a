import { chakra } from '@chakra-ui/react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { controlKind } from '#domain/lab/rules/controlGate.ts';
import { rowErrors, rowVerdict, rowWarnings } from '#domain/lab/rules/resultRow.ts';
import { cellFaults } from '#domain/lab/rules/resultSheet.ts';
import { resultRefusals, rowDecision, type ResultFileLine } from '#domain/lab/resultFile.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { Tag, type Tone } from '#src/ui/Tag.tsx';

export interface Decided {
  readonly decision: 'take' | 'skip' | 'redo';
  readonly reason: string;
}
/** By line. */
export type Decisions = Readonly<Record<number, Decided>>;
/** Whether there is something to decide about a row: a task is meant, and it is no control. */
export const isDecidable = ({ taskId, controlKind: kind }: ResultFileLine): boolean => taskId !== null && kind === null;

const tones: Readonly<Record<string, Tone>> = { ok: 'success', warn: 'warning', error: 'danger' };
const texts: Readonly<Record<string, Label>> = { ...rowErrors, ...rowWarnings, ...resultRefusals };
const faultTexts: Readonly<Record<string, Label>> = cellFaults;
const Cell = chakra('td', { base: { px: 2, py: 1, borderBottom: 'hairline', verticalAlign: 'top' } });
const Head = chakra('th', {
  base: { px: 2, py: 1, textAlign: 'start', fontWeight: 'medium', borderBottom: 'hairline', position: 'sticky', top: 0, bg: 'bg.panel' },
});

export interface ResultLinesProps {
  readonly rows: readonly ResultFileLine[];
  readonly decisions: Decisions;
  /** A line that is to be looked at, from elsewhere. */
  readonly wanted?: number | null;
  /** Null where nothing can be decided any more. */
  readonly onDecide: ((decisions: Decisions) => void) | null;
}

/** Rows of a file, controls and faults first. Enter goes to the next fault; 1 takes, 2 skips, 3 orders the work again. */
export function ResultLines({ rows, decisions, wanted = null, onDecide }: ResultLinesProps) {
  const { label } = useText();
  const [chosen, setChosen] = useState<number | null>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const faults = rows.filter((row) => isDecidable(row) && row.verdict !== rowVerdict.ok);
  const row = rows.find(({ line }) => line === chosen);
  const go = (line: number): void => {
    setChosen(line);
    body.current?.querySelector<HTMLElement>(`[data-line="${line}"]`)?.focus();
  };
  useEffect(() => {
    // Its focus chooses it.
    if (wanted !== null) body.current?.querySelector<HTMLElement>(`[data-line="${wanted}"]`)?.focus();
  }, [wanted]);
  const next = (): void => {
    const at = faults.findIndex(({ line }) => line === chosen);
    const found = [...faults.slice(at + 1), ...faults.slice(0, at + 1)].find(({ line }) => !decisions[line]);
    if (found) go(found.line);
  };
  const mayTake = (of: ResultFileLine): boolean => of.verdict !== rowVerdict.error;
  const decide = (of: ResultFileLine, decision: Decided['decision']): void => {
    if (!onDecide || !isDecidable(of) || (decision === rowDecision.take && !mayTake(of))) return;
    onDecide({ ...decisions, [of.line]: { decision, reason: decisions[of.line]?.reason ?? '' } });
  };
  const onKey = (event: KeyboardEvent, of: ResultFileLine): void => {
    const index = rows.indexOf(of);
    const acts: Readonly<Record<string, () => void>> = {
      Enter: next,
      ArrowDown: () => go(rows[index + 1]?.line ?? of.line),
      ArrowUp: () => go(rows[index - 1]?.line ?? of.line),
      '1': () => decide(of, 'take'),
      '2': () => decide(of, 'skip'),
      '3': () => decide(of, 'redo'),
    };
    const act = acts[event.key];
    if (!act || event.target !== event.currentTarget) return;
    event.preventDefault();
    act();
  };
  const said = (of: ResultFileLine): readonly string[] => [
    ...[...of.errors, ...of.warnings, ...(of.refusal ? [of.refusal] : [])].flatMap((code) => (texts[code] ? [label(texts[code], of.params)] : [])),
    ...of.cells.flatMap(({ title, value, fault }) => (fault && faultTexts[fault] ? [`${title}: ${label(faultTexts[fault], { value })}`] : [])),
  ];
  return (
    <chakra.div display="flex" flexDirection="column" gap={2}>
      {onDecide && faults.length > 0 ? (
        <chakra.div display="flex" gap={2} alignItems="center" flexWrap="wrap" minH="32px">
          <Button size="sm" keyHint="Enter" onClick={next}>
            {label(['下一个问题', 'Next fault'])}
          </Button>
          {row && isDecidable(row) ? (
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
      <chakra.table w="full" textStyle="dense" aria-label={label(['结果文件行', 'Rows of a result file'])}>
        <thead>
          <tr>
            <Head>{label(['行', 'Row'])}</Head>
            <Head>{label(['文件中的编号', 'Code in the file'])}</Head>
            <Head>{label(['孔位', 'Well'])}</Head>
            <Head>{label(['判定', 'Verdict'])}</Head>
            <Head>{label(['说明', 'What is said'])}</Head>
            <Head>{label(['结果', 'Values'])}</Head>
            <Head>{label(['决定', 'Decision'])}</Head>
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((of) => {
            const decided = decisions[of.line]?.decision ?? of.decision;
            return (
              <chakra.tr
                key={of.line}
                data-line={of.line}
                tabIndex={chosen === of.line || (chosen === null && of === rows[0]) ? 0 : -1}
                bg={chosen === of.line ? 'accent.subtle' : undefined}
                aria-selected={chosen === of.line}
                onFocus={() => setChosen(of.line)}
                onKeyDown={(event) => onKey(event, of)}
                cursor="pointer"
              >
                <Cell>{of.line}</Cell>
                <Cell fontFamily="mono">{of.code}</Cell>
                <Cell>{of.well}</Cell>
                <Cell>
                  {of.controlKind ? <Tag>{label(controlKind.labelOf(of.controlKind) ?? ['', ''])}</Tag> : null}{' '}
                  <Tag tone={tones[of.verdict] ?? 'neutral'}>{label(rowVerdict.labelOf(of.verdict) ?? ['', ''])}</Tag>
                </Cell>
                <Cell>
                  {said(of).map((sentence) => (
                    <chakra.div key={sentence}>{sentence}</chakra.div>
                  ))}
                </Cell>
                <Cell color="fg.muted" maxW="420px" truncate title={valuesOf(of)}>
                  {valuesOf(of)}
                </Cell>
                <Cell whiteSpace="nowrap">
                  {of.doneTime ? label(['已导入', 'Taken in']) : decided ? label(rowDecision.labelOf(decided) ?? ['', '']) : null}
                </Cell>
              </chakra.tr>
            );
          })}
        </tbody>
      </chakra.table>
    </chakra.div>
  );
}

const valuesOf = ({ cells }: ResultFileLine): string =>
  cells
    .filter(({ value }) => value !== '')
    .map(({ title, value }) => `${title} ${value}`)
    .join('  ');
