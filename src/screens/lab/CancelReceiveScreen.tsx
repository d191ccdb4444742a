import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import { cancelReceive, cancelRefusal } from '#domain/lab/labReceive.ts';
import { receivedTodayList, takenBackList } from '#domain/lab/labRows.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { ScreenTitle } from '#src/console/ScreenTitle.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListPanel } from '#src/resource/ListPanel.tsx';
import { refreshWorklist } from '#src/offline/master/worklists.ts';
import { ScanBox } from '#src/ui/scan/ScanBox.tsx';
import { receiptCells } from './TodayReceived.tsx';

const byCode = ['sampleCode', 'labCode'];

/** Receipts that were taken back, and taking one back with a reason: 104 -> 103. Needs the network and says so. */
export function Screen() {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<string | null>(null);
  const renew = (): void => {
    void queries.invalidateQueries({ queryKey: ['call', 'lab'] });
    // The desk's own copy would go on saying that the tube was received; a failure leaves it for the next minute.
    void refreshWorklist('labReceive').catch(() => undefined);
  };
  const mayCancel = can(cancelReceive.permission);
  return (
    <chakra.div display="flex" flexDirection="column" gap={3} h="full" minH={0} overflow="auto">
      <ScreenTitle />
      {mayCancel ? (
        <chakra.section bg="bg.panel" border="hairline" borderRadius="md" p={3} maxW="560px">
          <ScanBox
            label={['扫描要取消接收的样本', 'Scan the sample to take back']}
            placeholder={['扫描要取消接收的样本', 'Scan the sample to take back']}
            onScan={({ code }) => setChosen(code)}
          />
        </chakra.section>
      ) : null}
      <chakra.section bg="bg.panel" border="hairline" borderRadius="md" p={3} display="flex" flexDirection="column" minH="260px" flex={1}>
        <chakra.h2 textStyle="title" mb={2}>
          {label(['今日接收', 'Received today'])}
        </chakra.h2>
        <ListPanel
          list={receivedTodayList}
          screen="cancel-today"
          search={byCode}
          cells={receiptCells}
          emptyText={['今天还没有接收', 'Nothing received today yet']}
          acts={
            mayCancel
              ? [
                  {
                    key: 'cancel',
                    label: ['取消接收', 'Take back'],
                    icon: Undo2,
                    mayAct: (row) => allowedBy(cancelReceive, cancelRefusal(row)),
                    onAct: (row) => setChosen(row.sampleCode),
                  },
                ]
              : []
          }
        />
      </chakra.section>
      <chakra.section bg="bg.panel" border="hairline" borderRadius="md" p={3} display="flex" flexDirection="column" minH="220px" flex={1}>
        <chakra.h2 textStyle="title" mb={2}>
          {label(['取消记录', 'Taken back'])}
        </chakra.h2>
        <ListPanel
          list={takenBackList}
          screen="/sample/cancelReceived"
          isInAddress
          search={byCode}
          cells={receiptCells}
          emptyText={['没有取消过接收', 'No receipt was taken back']}
        />
      </chakra.section>
      {chosen ? <ActDrawer command={cancelReceive} rows={[{ sampleCode: chosen }]} onClose={() => setChosen(null)} onDone={renew} /> : null}
    </chakra.div>
  );
}
