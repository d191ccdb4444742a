import { Gift, Undo2 } from 'lucide-react';
import { sendSampleClient } from '#domain/base/sendSampleClient.ts';
import { chargeRefusal, endGiving, giveClients, givingScreen } from '#domain/bill/charge/chargeActs.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { rowName, type WireRow } from '#src/resource/wireRow.ts';
import { MasterActsScreen, type MasterAct } from '../MasterActsScreen.tsx';

const factsOf = (row: WireRow) => ({ name: rowName(sendSampleClient, row), isOn: Number(row['giving'] ?? 0) === 1 });
const acts: readonly MasterAct[] = [
  { command: giveClients, label: ['设为赠送', 'Make gifts'], icon: Gift, refusal: (row) => chargeRefusal(factsOf(row), true) },
  { command: endGiving, label: ['取消赠送', 'End gifts'], icon: Undo2, refusal: (row) => chargeRefusal(factsOf(row), false) },
];
const tabs = [
  { key: 'giving', title: ['赠送', 'Gifts'], fixed: { giving: 1 } },
  { key: 'charged', title: ['收费', 'Charged'], fixed: { giving: 0 } },
] as const;
const screen = { route: givingScreen, title: ['赠送管理', 'Gifts'] } as const;
const useCounts = (sendSampleClientIds: string) => useAsked('GET bill/chargeTypeManage/counts', { sendSampleClientIds });

/** 赠送管理: clients whose samples are not charged for. */
export function Screen() {
  return (
    <MasterActsScreen
      resource={sendSampleClient}
      screen={screen}
      idName="sendSampleClientId"
      tabs={tabs}
      acts={acts}
      useCounts={useCounts}
      isRewriting
    />
  );
}
