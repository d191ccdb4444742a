import { chakra } from '@chakra-ui/react';
import { isReceivedApart } from '#domain/kernel/actTime.ts';
import { fillLabel, type Label, type Language } from '#domain/kernel/label.ts';
import { useLanguage } from './language.ts';
import type { TableColumn } from './table/column.ts';

export interface ActTimeProps {
  /** When it was done, by the clock of the desk: `yyyy-MM-dd HH:mm:ss`. */
  readonly at: string;
  /** When the server received it; absent where it has not, or where nobody noted it. */
  readonly serverTime?: string | null | undefined;
  /** Where every line is of today: the hour says all. */
  readonly isShort?: boolean;
}

const received: Label = ['服务器 {at}', 'server {at}'];
const hourFrom = 11;
const shownAt = ({ at, isShort }: ActTimeProps): string => (isShort ? at.slice(hourFrom) : at);
/** The server's time where it is another one; of the same day its hour says all. */
function receivedText({ at, serverTime }: ActTimeProps, language: Language): string | null {
  if (!isReceivedApart(at, serverTime)) return null;
  const isSameDay = serverTime.slice(0, hourFrom) === at.slice(0, hourFrom);
  return fillLabel(received, { at: isSameDay ? serverTime.slice(hourFrom) : serverTime.slice(5, 16) }, language);
}

/** The same in one line, for sentences and for what is copied. */
export function actTimeText(times: ActTimeProps, language: Language): string {
  const other = receivedText(times, language);
  return other === null ? shownAt(times) : `${shownAt(times)} (${other})`;
}

/** When something was done; beside it when the server received it, where the two are not the same moment. */
export function ActTime(times: ActTimeProps) {
  const other = receivedText(times, useLanguage());
  if (other === null) return <>{shownAt(times)}</>;
  return (
    <chakra.span display="inline-flex" flexDirection="column" lineHeight="1.2" verticalAlign="middle" whiteSpace="nowrap">
      <span>{shownAt(times)}</span>
      <chakra.span fontSize="11px" color="fg.muted">
        {other}
      </chakra.span>
    </chakra.span>
  );
}

/** How a column shows acts' own times. `timesOf` answers null where there is none. */
export function actTimeCell<Row>(timesOf: (row: Row) => ActTimeProps | null): Pick<TableColumn<Row>, 'text' | 'cell'> {
  return {
    text: (row, language) => {
      const times = timesOf(row);
      return times === null ? '' : actTimeText(times, language);
    },
    cell: (row) => {
      const times = timesOf(row);
      return times === null ? null : <ActTime {...times} />;
    },
  };
}

/** A column of acts' own times. */
export const actTimeColumn = <Row,>(
  column: Omit<TableColumn<Row>, 'text' | 'cell'>,
  timesOf: (row: Row) => ActTimeProps | null,
): TableColumn<Row> => ({ ...column, ...actTimeCell(timesOf) });
