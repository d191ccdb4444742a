import { chakra } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { excludedSamples, type ExcludedLine } from '#domain/bill/exclusion/exclusionLists.ts';
import { mostCodes, pastedCodes, sampleRefusal, type FoundLines } from '#domain/bill/exclusion/sampleExclusion.ts';
import { ask } from '#src/api/ask.ts';
import { failureOfCall } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { listingColumns } from '#src/resource/listingColumns.ts';
import { Button } from '#src/ui/Button.tsx';
import { DataTable } from '#src/ui/DataTable.tsx';
import { LongTextControl } from '#src/ui/fields/TextControl.tsx';
import { isTyped } from '#src/ui/isTyped.ts';
import { StatusWord } from '#src/ui/Tag.tsx';
import type { RowAct } from '#src/ui/table/column.ts';
import { useKeyDown } from '#src/ui/useKeyDown.ts';
import { sampleLineCells } from './recordCells.ts';

const nothing: FoundLines = { lines: [], unknown: [] };
const columns = listingColumns(excludedSamples, sampleLineCells);
/** One of the acts could take it. */
const mayTick = (row: ExcludedLine): boolean => sampleRefusal(row, true) === null || sampleRefusal(row, false) === null;

/** Codes pasted into a box, and their lines. */
export function PastedLines({
  acts,
  tools,
}: {
  readonly acts: readonly RowAct<ExcludedLine>[];
  readonly tools: (ticked: readonly ExcludedLine[]) => ReactNode;
}) {
  const { label } = useText();
  const box = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState('');
  /** What is shown was asked with this. */
  const [sought, setSought] = useState('');
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const codes = pastedCodes(typed);
  const isTooMany = codes.length > mostCodes;

  // Acts on lines ask it again, as all of the area's calls.
  const query = useQuery({
    queryKey: ['call', 'bill', 'excludeSampleCode/listBySampleCodeStr', sought],
    queryFn: ({ signal }) => ask('POST bill/excludeSampleCode/listBySampleCodeStr', { body: { sampleCodeStr: sought }, quiet: true, signal }),
    enabled: sought !== '',
    retry: false,
  });
  const found: FoundLines = query.data ?? nothing;
  const seek = (): void => {
    setTicked(new Set());
    if (sought === typed) void query.refetch();
    else setSought(typed);
  };
  useKeyDown((event) => {
    if (event.key !== '/' || isTyped(event.target)) return;
    event.preventDefault();
    box.current?.focus();
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !event.ctrlKey || isTooMany) return;
    event.preventDefault();
    seek();
  };
  return (
    <chakra.div display="flex" flexDirection="column" gap={2} h="full" minH={0}>
      <chakra.div display="flex" gap={2} alignItems="flex-start" onKeyDown={onKeyDown}>
        <chakra.div flex={1} minW={0}>
          <LongTextControl
            inputRef={box}
            face="mono"
            value={typed}
            onChange={(value) => setTyped(value ?? '')}
            ariaLabel={label(['样本条码', 'Sample codes'])}
            placeholder={label([
              '粘贴条码, 以逗号、顿号、分号、空格或换行分隔',
              'Paste codes, with commas, semicolons, blanks or lines between them',
            ])}
          />
        </chakra.div>
        <Button
          icon={Search}
          variant="primary"
          keyHint="Ctrl+Enter"
          isBusy={query.isFetching}
          disabled={codes.length === 0 || isTooMany}
          onClick={seek}
        >
          {label(['查询 {count}', 'Find {count}'], { count: codes.length })}
        </Button>
      </chakra.div>
      {isTooMany ? <StatusWord tone="danger">{label(['一次最多2,000个条码', 'At most 2,000 codes'])}</StatusWord> : null}
      {found.unknown.length > 0 ? (
        <chakra.div role="status" maxH="72px" overflowY="auto" textStyle="dense">
          <StatusWord tone="warning">{label(['{count} 个条码未找到', '{count} codes were not found'], { count: found.unknown.length })}</StatusWord>{' '}
          <chakra.span textStyle="mono">{found.unknown.join(', ')}</chakra.span>
        </chakra.div>
      ) : null}
      <chakra.div display="flex" gap={2}>
        {tools(found.lines.filter(({ lineId }) => ticked.has(lineId)))}
      </chakra.div>
      <DataTable
        label={['明细', 'Lines']}
        screen="exclude-sample-codes"
        columns={columns}
        extent="whole"
        rows={sought === '' || query.data ? found.lines : undefined}
        rowKey={({ lineId }) => lineId}
        acts={acts}
        ticks={{ ticked, onTick: setTicked, mayTick }}
        failure={failureOfCall(query.error, label)}
        isStale={query.isFetching && query.data !== undefined}
        onRetry={() => void query.refetch()}
        emptyText={['粘贴条码后查询', 'Paste codes and look for them']}
      />
    </chakra.div>
  );
}
