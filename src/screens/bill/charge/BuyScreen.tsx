import { ShoppingCart, Undo2 } from 'lucide-react';
import { commodity } from '#domain/base/commodity.ts';
import { executeType } from '#domain/base/executeType.ts';
import { buyCommodities, buyScreen, chargeRefusal, endBuying } from '#domain/bill/charge/chargeActs.ts';
import { chargeType } from '#domain/bill/billChoices.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { rowName, type WireRow } from '#src/resource/wireRow.ts';
import { MasterActsScreen, type MasterAct } from '../MasterActsScreen.tsx';

const factsOf = (row: WireRow) => ({ name: rowName(commodity, row), isOn: Number(row['chargeType'] ?? 0) === chargeType.purchased });
const acts: readonly MasterAct[] = [
  { command: buyCommodities, label: ['设为外购', 'Purchase outside'], icon: ShoppingCart, refusal: (row) => chargeRefusal(factsOf(row), true) },
  { command: endBuying, label: ['恢复自检', 'End purchasing'], icon: Undo2, refusal: (row) => chargeRefusal(factsOf(row), false) },
];
const tabs = [
  { key: 'all', title: ['全部外送产品', 'All outsourced'], fixed: {} },
  { key: 'purchased', title: ['外购', 'Purchased'], fixed: { chargeType: chargeType.purchased } },
] as const;
const screen = { route: buyScreen, title: ['外购管理', 'Purchases'], fixed: { executeType: executeType.outsourced } } as const;
const useCounts = (commodityIds: string) => useAsked('GET bill/chargeTypeManage/counts', { commodityIds });

/** 外购管理: which outsourced commodities are purchased from another house. */
export function Screen() {
  return <MasterActsScreen resource={commodity} screen={screen} idName="commodityId" tabs={tabs} acts={acts} useCounts={useCounts} isRewriting />;
}
