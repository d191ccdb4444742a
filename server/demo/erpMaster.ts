import { erpKind } from '#domain/bill/erp/erpAccount.ts';
import { newId } from '#server/storage/ids.ts';

type Row = Record<string, unknown> & { readonly id: string };

/** ERP accounts of the laboratories that keep what they are told in a file here. */
export const erpMaster = (laboratories: readonly Row[]): { readonly erpAccount: Row[] } => ({
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
