import { printReports } from '#domain/report/search/reportPrint.ts';
import { useState } from 'react';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';

/** A version that is to be printed. */
export interface ToPrint {
  readonly versionId: string;
  readonly reportNo: string;
  /** Copies of it that are still to be printed. */
  readonly paperDue: number;
}

/** Writes down what is printed, how often and for whom; what is printed again says why. `onNoted` hears of those that may be printed now. */
export function PrintDrawer({
  versions,
  onNoted,
  onClose,
}: {
  readonly versions: readonly ToPrint[];
  readonly onNoted: (versionIds: readonly string[], copies: number) => void;
  readonly onClose: () => void;
}) {
  // As many as are asked for, where all ask for the same.
  const due = new Set(versions.map(({ paperDue }) => Math.max(1, paperDue)));
  const [copies] = due;
  const [values] = useState({ copies: due.size === 1 ? copies : 1 });
  return (
    <ActDrawer
      command={printReports}
      rows={versions.map(({ versionId }) => ({ versionId }))}
      nameOf={({ versionId }) => versions.find((one) => one.versionId === versionId)?.reportNo ?? versionId}
      values={values}
      columns={2}
      onClose={onClose}
      onDone={(done, { copies }) =>
        onNoted(
          done.map(({ row }) => row.versionId),
          copies,
        )
      }
    />
  );
}
