import type { HandoverWorkRow, NoHandoverRow } from '#domain/sample/rows.ts';
import { actTimeColumn } from '#src/ui/ActTime.tsx';
import type { TableColumn } from '#src/ui/table/column.ts';

/** Tubes on a handover or waiting for one. */
export const handoverItemColumns: readonly TableColumn<NoHandoverRow | HandoverWorkRow>[] = [
  { key: 'sampleCode', title: ['样本条码', 'Sample'], width: 130, isMono: true },
  { key: 'testTubeNumber', title: ['管号', 'Tube no.'], width: 120, isMono: true },
  { key: 'requisitionCode', title: ['申请单条码', 'Requisition'], width: 130, isMono: true },
  { key: 'personName', title: ['姓名', 'Name'], width: 80 },
  { key: 'sampleClassName', title: ['样本类型', 'Class'], width: 100 },
  { key: 'sendSampleClientName', title: ['送检单位', 'Client'], width: 180 },
  actTimeColumn({ key: 'receiveTime', title: ['收样时间', 'Received'], width: 160 }, ({ receiveTime, receiveServerTime }) => ({
    at: receiveTime,
    serverTime: receiveServerTime,
  })),
  { key: 'receiveRemark', title: ['备注', 'Remark'], width: 140 },
];
