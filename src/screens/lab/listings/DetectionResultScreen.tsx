import { useSearchParams } from 'react-router-dom';
import {
  detectionResults,
  itemColumn,
  resultLayout,
  resultTable,
  statusMark,
  type DetectionResultRow,
  type ResultTableRow,
} from '#domain/lab/listings/detectionResult.ts';
import { inLanguage } from '#domain/kernel/label.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { Button } from '#src/ui/Button.tsx';
import type { TableColumn } from '#src/ui/table/column.ts';
import { resultStatus } from '#domain/search/vocabulary.ts';
import { StatusTag, taskCells } from './taskCells.tsx';
import { useState } from 'react';

const cells: Cells<DetectionResultRow> = {
  ...taskCells,
  values: { cell: ({ values, unit }) => `${values}${unit ? ` ${unit}` : ''}`, width: 130, least: 90 },
  resultStatus: {
    width: 84,
    least: 76,
    text: ({ resultStatus: status }, language) => inLanguage(resultStatus.labelOf(status) ?? ['', ''], language),
    cell: ({ resultStatus: status }) => <StatusTag status={status} />,
  },
};
const tableCells: Cells<ResultTableRow> = { ...taskCells };

/** A column for each item that the shown rows hold, behind what tells whose they are. */
function withItems(described: readonly TableColumn<ResultTableRow>[], rows: readonly ResultTableRow[]): readonly TableColumn<ResultTableRow>[] {
  const at = described.findIndex(({ key }) => key === 'detectionResult') + 1;
  return [...described.slice(0, at), ...itemColumns(rows), ...described.slice(at)];
}
function itemColumns(rows: readonly ResultTableRow[]): readonly TableColumn<ResultTableRow>[] {
  const items = new Map(rows.flatMap((row) => row.items.map((item) => [item.itemId, item] as const)));
  return [...items.values()].map(({ itemId, itemName, itemShortName }) => {
    const of = (row: ResultTableRow) => row.items.find((one) => one.itemId === itemId);
    return {
      key: itemColumn(itemId),
      title: [itemName, itemShortName ?? itemName],
      width: 104,
      text: (row) => {
        const item = of(row);
        return item ? `${item.values}${statusMark(item.resultStatus)}` : '';
      },
      cell: (row) => {
        const item = of(row);
        return item ? <StatusTag status={item.resultStatus} value={item.values} /> : null;
      },
    };
  });
}

/** Results by item, or a row a task with its items as columns; the file is laid out as the screen is. */
export function Screen() {
  const { label } = useText();
  const [isTable, setTable] = useState(false);
  const [, setParams] = useSearchParams();
  const change = (next: boolean): void => {
    setTable(next);
    // The other layout begins at its first page.
    setParams((before) => {
      before.delete('page');
      return before;
    });
  };
  const switcher = resultLayout.options.toReversed().map(({ code, label: title }) => {
    const isChosen = isTable === (code === resultLayout.column);
    return (
      <Button
        key={code}
        size="sm"
        variant={isChosen ? 'primary' : undefined}
        aria-pressed={isChosen}
        onClick={() => change(code === resultLayout.column)}
      >
        {label(title)}
      </Button>
    );
  });
  return isTable ? (
    <ListingScreen
      key="table"
      list={resultTable}
      screen={tableScreen}
      cells={tableCells}
      arrange={withItems}
      tools={() => switcher}
      emptyText={noResult}
    />
  ) : (
    <ListingScreen key="rows" list={detectionResults} cells={cells} tools={() => switcher} emptyText={noResult} />
  );
}
const noResult = ['没有检测结果', 'No result'] as const;
/** Its columns are arranged for themselves. */
const tableScreen = { route: '/search/detectionResult#items', title: resultTable.title } as const;
