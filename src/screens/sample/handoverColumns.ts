import type { HandoverWorkRow, NoHandoverRow } from '#domain/sample/rows.ts';
import { words } from '#domain/search/vocabulary.ts';
import { actTimeColumn } from '#src/ui/ActTime.tsx';
import type { TableColumn } from '#src/ui/table/column.ts';

/** Tubes on a handover or waiting for one. */
export const handoverItemColumns: readonly TableColumn<NoHandoverRow | HandoverWorkRow>[] = [
  { key: 'sampleCode', title: words.sampleCode.label, width: 130, isMono: true },
  { key: 'testTubeNumber', title: words.testTubeNumber.label, width: 120, isMono: true },
  { key: 'requisitionCode', title: words.requisitionCode.label, width: 130, isMono: true },
  { key: 'personName', title: words.personName.label, width: 100 },
  { key: 'sampleClassName', title: words.sampleClassId.label, width: 100 },
  { key: 'sendSampleClientName', title: words.sendSampleClientId.label, width: 180 },
  actTimeColumn({ key: 'receiveTime', title: words.receiveTime.label, width: 160 }, ({ receiveTime, receiveServerTime }) => ({
    at: receiveTime,
    serverTime: receiveServerTime,
  })),
  { key: 'receiveRemark', title: words.receiveRemark.label, width: 140 },
];
