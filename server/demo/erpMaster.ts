import { erpKind } from '#domain/bill/erp/erpAccount.ts';
import { addDays } from '#domain/kernel/dates.ts';
import { nowText } from '#server/storage/clock.ts';
import { newId } from '#server/storage/ids.ts';

type Row = Record<string, unknown> & { readonly id: string };

/** What one laboratory pays another for a test that has no price of its own, fen. */
const innerPrice = 26_000;

/** ERP accounts of the laboratories that keep what they are told in a file here, and what the laboratories pay each other. */
export const erpMaster = (laboratories: readonly Row[]): { readonly erpAccount: Row[]; readonly internalPrice: Row[] } => ({
  internalPrice: laboratories.flatMap((contract) =>
    laboratories
      .filter(({ id }) => id !== contract.id)
      .map((execute): Row => ({
        id: newId(),
        contractLaboratoryId: contract.id,
        executeLaboratoryId: execute.id,
        innerPrice,
        validFrom: `${nowText().slice(0, 4)}-01-01`,
        validTo: addDays(nowText(), 400),
      })),
  ),
  erpAccount: laboratories.map((laboratory, index) => ({
    id: newId(),
    laboratoryId: laboratory.id,
    accountName: `${String(laboratory['laboratoryName'])}演示账套(只写入本机文件)`,
    erpKind: index % 2 === 0 ? erpKind.kingdee : erpKind.yonyou,
    url: 'local',
    accountSet: 'demo',
    organisation: String(100 + index),
    taxRate: 6,
  })),
});
