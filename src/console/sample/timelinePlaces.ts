import { viewBills, viewOrders } from '#domain/bill/billRights.ts';
import { billScreen } from '#domain/bill/bills/billCreate.ts';
import { orderScreen } from '#domain/bill/orders/orderActs.ts';
import type { Label } from '#domain/kernel/label.ts';
import { reportScreen, viewReports } from '#domain/report/reportRows.ts';
import { changeScreens } from '#domain/sample/change/changeChoices.ts';
import { viewChanges } from '#domain/sample/change/orderChangeRows.ts';
import { entrustScreens } from '#domain/sample/entrust/entrustChoices.ts';
import { viewEntrusts } from '#domain/sample/entrust/entrustRows.ts';
import { requisitionImageContracts } from '#domain/sample/imageContracts.ts';
import { parcelScreen, viewParcels } from '#domain/sample/parcel/parcelRows.ts';
import { viewRejections } from '#domain/sample/reject/rejectRows.ts';
import type { TimelineEvent } from '#domain/search/sampleDetail.ts';

interface Place {
  readonly word: Label;
  readonly route: string;
  /** What the screen searches for. */
  readonly by: 'reportNo' | 'orderNo' | 'billNo' | 'courierNumber' | 'sampleCode' | 'requisitionCode';
  readonly permission: string;
}
const report: Place = { word: ['报告', 'Report'], route: reportScreen, by: 'reportNo', permission: viewReports.code };
/** Where more is told of what happened, by the beginning of its name. */
const places: readonly (readonly [of: RegExp, place: Place])[] = [
  [/^(report\.|mail\.sent|result\.pushed)/, report],
  [/^order\./, { word: ['订单', 'Order'], route: orderScreen, by: 'orderNo', permission: viewOrders.code }],
  [/^bill\./, { word: ['账单', 'Bill'], route: billScreen, by: 'billNo', permission: viewBills.code }],
  [/^parcel\./, { word: ['物流', 'Parcel'], route: parcelScreen, by: 'courierNumber', permission: viewParcels.code }],
  [/^(reject\.|summary\.reject)/, { word: ['拒收', 'Rejection'], route: '/search/labRejection', by: 'sampleCode', permission: viewRejections.code }],
  [/^orderChange\./, { word: ['变更', 'Change'], route: changeScreens.apply, by: 'requisitionCode', permission: viewChanges.code }],
  [/^entrust\./, { word: ['委托', 'Entrusting'], route: entrustScreens.out, by: 'sampleCode', permission: viewEntrusts.code }],
  [
    /^(summary\.enter|requisitionImage\.)/,
    {
      word: ['申请单', 'Requisition'],
      route: '/sample/requisition-image',
      by: 'requisitionCode',
      permission: requisitionImageContracts['GET sample/requisition-image/detail'].permission,
    },
  ],
];

/** Where a person may read more of an event; null: nowhere. */
export function placeOf(
  { what, no, sampleCode }: Pick<TimelineEvent, 'what' | 'no' | 'sampleCode'>,
  requisitionCode: string,
  can: (permission: string) => boolean,
): { readonly word: Label; readonly to: string } | null {
  const place = places.find(([of]) => of.test(what))?.[1];
  if (!place || !can(place.permission)) return null;
  const value = place.by === 'requisitionCode' ? requisitionCode : place.by === 'sampleCode' ? sampleCode : no;
  return value ? { word: place.word, to: `${place.route}?${new URLSearchParams({ [place.by]: value }).toString()}` } : null;
}
