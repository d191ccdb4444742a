import { FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { exportTemplate } from '#domain/lab/listings/exportTemplate.ts';
import { labReceiveList, usualReceipts, type LabReceiveTask } from '#domain/lab/listings/labReceive.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen, type ListingScreenProps } from '#src/resource/ListingScreen.tsx';
import { UsualTimeNotice } from '#src/resource/UsualTimeNotice.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { Button } from '#src/ui/Button.tsx';
import { MenuButton } from '#src/ui/MenuButton.tsx';
import { CustodyDrawer } from './CustodyDrawer.tsx';
import { taskCells } from './taskCells.tsx';

const cells: Cells<LabReceiveTask> = { ...taskCells, labStatus: { width: 88, least: 76 }, taskState: { width: 100, least: 84 } };
type Tools = Parameters<NonNullable<ListingScreenProps<typeof labReceiveList>['tools']>>[0];

/** What the laboratory received, a row a task; a row opens its tube's line of custody. */
export function Screen() {
  const { label } = useText();
  const [opened, setOpened] = useState<LabReceiveTask | null>(null);
  const tools = ({ exportAs }: Tools) => (
    <MenuButton
      label={['导出模板', 'Export template']}
      trigger={
        <Button size="sm" icon={FileSpreadsheet}>
          {label(['按模板导出', 'Export by template'])}
        </Button>
      }
      acts={exportTemplate.options.map(({ code, label: title }) => ({ key: String(code), label: title, onAct: () => exportAs({ template: code }) }))}
    />
  );
  return (
    <>
      <ListingScreen
        list={labReceiveList}
        cells={cells}
        tools={tools}
        above={({ query }) => (
          <UsualTimeNotice
            usual={usualReceipts}
            query={query}
            text={[
              '未选时间,只列出近 {days} 天({from} 起)实验室接收的任务;选择时间、编号或姓名可查更早的',
              'No time chosen: the last {days} days alone (received by the laboratory since {from}). Choose a time, a code or a name to look further back',
            ]}
          />
        )}
        onOpen={setOpened}
        emptyText={['没有接收的任务', 'No task was received']}
      />
      {opened ? <CustodyDrawer task={opened} onClose={() => setOpened(null)} /> : null}
    </>
  );
}
