import { printReports } from '#domain/report/search/reportPrint.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';

/** A version that is to be printed. */
export interface ToPrint {
  readonly versionId: string;
  readonly reportNo: string;
}
const values = { copies: 1 };

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
