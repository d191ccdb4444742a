import { useState } from 'react';
import { directRows, exportLongCode, exportState, keptHours, mostRows } from '#domain/kernel/listExport.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import { CallError } from '#src/api/call.ts';
import { ExportsDrawer } from '#src/console/exports/ExportsDrawer.tsx';
import { isOpen, useMyExports, useStartExport } from '#src/console/exports/myExports.ts';
import { Button } from '#src/ui/Button.tsx';
import { confirm } from '#src/ui/confirm.tsx';
import { useSay } from '#src/ui/language.ts';
import { notify } from '#src/ui/notify.tsx';
import { failureOf } from './failure.ts';
import { resourceApi } from './resourceApi.ts';
import { words } from './resourceWords.ts';

type Query = Readonly<Record<string, string | number>>;

/** Exports a list as it is shown: at once, or behind the screen where it is long; then its progress stands in the toolbar and the page can be left. */
export function useListExport(resource: Resource, total: number | null) {
  const [isExporting, setExporting] = useState(false);
  const start = useStartExport();
  const ask = async (query: Query): Promise<void> => {
    const isMeant = await confirm({
      title: ['后台导出', 'Export in the background'],
      text: [
        '列表超过 {direct} 行, 文件将在后台生成, 可以离开本页。完成后在「我的导出」下载, 保留 {hours} 小时。一个文件最多 {most} 行, 超过时请先缩小条件。',
        'The list has more than {direct} rows: the file is made in the background and you may leave the page. Fetch it from "My exports" within {hours} hours. One file holds at most {most} rows; narrow the list if there are more.',
      ],
      params: { direct: directRows.toLocaleString('en-US'), most: mostRows.toLocaleString('en-US'), hours: keptHours },
      confirmLabel: ['开始导出', 'Start'],
    });
    if (isMeant) await start(resource.name, query);
  };
  const exportList = async (query: Query): Promise<void> => {
    setExporting(true);
    try {
      if ((total ?? 0) > directRows) return await ask(query);
      await resourceApi(resource).exportFile(query);
      notify.success(words.exported);
    } catch (error) {
      // It has grown since it was counted.
      if (error instanceof CallError && (error.body as { refusal?: string } | undefined)?.refusal === exportLongCode)
        return await ask(query).catch(tell);
      tell(error);
    } finally {
      setExporting(false);
    }
  };
  return { isExporting, exportList };
}

function tell(error: unknown): void {
  const { message, requestId } = failureOf(error);
  notify.error(message, { detail: requestId ?? undefined });
}

/** How far the newest file of this list is; opens 我的导出. Nothing where none was asked for. */
export function ExportProgress({ resource }: { readonly resource: Resource }) {
  const say = useSay();
  const { exports } = useMyExports(false);
  const [isShown, setShown] = useState(false);
  const [seen, setSeen] = useState<readonly string[]>([]);
  const mine = exports?.filter((one) => one.resource === resource.name) ?? [];
  const newest = mine.find(isOpen) ?? mine.find(({ id, state }) => state !== exportState.cancelled && !seen.includes(id));
  const close = (): void => {
    setShown(false);
    setSeen(mine.filter((one) => !isOpen(one)).map(({ id }) => id));
  };
  const percent = newest ? Math.floor((100 * newest.doneCount) / Math.max(1, newest.totalCount)) : 0;
  return (
    <>
      {newest ? (
        <Button size="sm" variant="ghost" data-testid="export-progress" onClick={() => setShown(true)}>
          {isOpen(newest)
            ? say(['导出中 {percent}%', 'Exporting {percent}%'], { percent })
            : say(newest.state === exportState.done ? ['导出已完成', 'Export ready'] : ['导出失败', 'Export failed'])}
        </Button>
      ) : null}
      {isShown ? <ExportsDrawer onClose={close} /> : null}
    </>
  );
}
