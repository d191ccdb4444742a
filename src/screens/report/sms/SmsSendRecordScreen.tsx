import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { smsRecords, smsStatistics, type SmsRow } from '#domain/report/sms/smsRows.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { TabList, tabPanel } from '#src/ui/TabList.tsx';
import { SmsExplainDrawer } from './SmsExplainDrawer.tsx';
import { smsCells } from './smsCells.tsx';

const panelId = 'sms-records';
const tabs = [
  { key: 'records', title: ['发送记录', 'Messages'] },
  { key: 'days', title: ['按平台和日期统计', 'By platform and day'] },
] as const;
type Tab = (typeof tabs)[number]['key'];

/** 短信发送记录: every message there was, and what went out of each platform on each day. */
export function Screen() {
  const [params, setParams] = useSearchParams();
  const [opened, setOpened] = useState<SmsRow | null>(null);
  const tab: Tab = params.get('tab') === 'days' ? 'days' : 'records';
  return (
    <chakra.div display="flex" flexDirection="column" h="full" minH={0}>
      <TabList
        label={['短信', 'Text messages']}
        tabs={tabs}
        chosen={tab}
        panelId={panelId}
        onChoose={(key) => setParams(key === 'records' ? {} : { tab: key }, { replace: true })}
      />
      <chakra.div {...tabPanel(panelId, tab)} flex={1} minH={0} pt={2}>
        {tab === 'records' ? (
          <ListingScreen list={smsRecords} cells={smsCells} onOpen={setOpened} emptyText={['没有短信', 'No message was written']} />
        ) : (
          <ListingScreen list={smsStatistics} emptyText={['这段时间没有发送', 'Nothing was sent in this time']} />
        )}
      </chakra.div>
      {opened ? <SmsExplainDrawer key={opened.smsMessageId} row={opened} onClose={() => setOpened(null)} /> : null}
    </chakra.div>
  );
}
