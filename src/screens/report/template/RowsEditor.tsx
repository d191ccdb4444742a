import { chakra } from '@chakra-ui/react';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { useText } from '#src/console/useText.ts';
import { IconButton } from '#src/ui/IconButton.tsx';

interface RowsEditorProps<Row> {
  readonly title: Label;
  readonly rows: readonly Row[];
  readonly nameOf: (row: Row) => string;
  /** What can be set of a row, under its name. */
  readonly settings: (row: Row, change: (row: Row) => void) => ReactNode;
  readonly onChange: (rows: Row[]) => void;
  readonly isReadOnly: boolean;
  /** Below the rows: what adds one. */
  readonly children: ReactNode;
}

/** Facts of a block or columns of a table: in their order, each with its own settings. */
export function RowsEditor<Row>({ title, rows, nameOf, settings, onChange, isReadOnly, children }: RowsEditorProps<Row>) {
  const { label } = useText();
  const swap = (at: number, other: number): void => {
    const next = [...rows];
    [next[at], next[other]] = [next[other]!, next[at]!];
    onChange(next);
  };
  return (
    <chakra.section display="grid" gap={1}>
      <chakra.h4 textStyle="note" color="fg.muted">
        {label(title)}
      </chakra.h4>
      {rows.map((row, at) => (
        <chakra.div key={at} border="hairline" borderRadius="sm" p={1.5} display="grid" gap={1}>
          <chakra.div display="flex" alignItems="center" gap={1}>
            <chakra.span flex={1} textStyle="dense" overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
              {nameOf(row)}
            </chakra.span>
            {isReadOnly ? null : (
              <>
                <IconButton size="sm" icon={ArrowUp} label={label(['上移', 'Up'])} disabled={at === 0} onClick={() => swap(at, at - 1)} />
                <IconButton
                  size="sm"
                  icon={ArrowDown}
                  label={label(['下移', 'Down'])}
                  disabled={at === rows.length - 1}
                  onClick={() => swap(at, at + 1)}
                />
                <IconButton
                  size="sm"
                  icon={X}
                  label={label(['移除', 'Remove'])}
                  onClick={() => onChange(rows.filter((_one, index) => index !== at))}
                />
              </>
            )}
          </chakra.div>
          {settings(row, (changed) => onChange(rows.map((one, index) => (index === at ? changed : one))))}
        </chakra.div>
      ))}
      {isReadOnly ? null : children}
    </chakra.section>
  );
}
