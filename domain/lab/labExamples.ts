import type { PlaceableTask } from './batch/placeRefusal.ts';
import type { SheetHead } from './batch/saveBatch.ts';
import type { ProcessRecord } from './process/processRecord.ts';
import type { ProcessTask } from './process/processTask.ts';

/** Rows of the laboratory that rules are tried with. */
export const auditedTask = {
  taskId: '5',
  labCode: 'SH01-261121-0001',
  sampleCode: 'S1',
  requisitionCode: 'A26000001',
  laboratoryId: '31',
  panelGroupId: '51',
  version: 1,
  resultVersion: 1,
  checkerOne: '李芳',
  checkerTwo: null,
};

export const sheet: SheetHead = {
  ruleId: '7',
  batch: 'SH01-mapmi-261121-01',
  line: 'mapmi',
  isSubmit: 0,
  version: 1,
  operatorId: '1',
  operator: '李芳',
  reviewerId: null,
  reviewer: null,
  submitTime: null,
  updateUserName: '李芳',
  updateTime: '2026-11-21 09:00:00',
};
const onPlate = (at: string, kind: 1 | 2 | 3) => ({ at, kind, qcLotId: null, lane: null, libraryCode: null, index1: null, index2: null });
export const judgedSheet = {
  ...sheet,
  laboratoryId: '31',
  panelGroupId: '51',
  batchKind: 3 as const,
  isIndexReversed: false,
  instrumentId: '61',
  places: [onPlate('A01', 1), onPlate('G12', 2), onPlate('H12', 3)],
  requiredLots: [],
};
export const placed: PlaceableTask = {
  taskId: '5',
  code: 'S1',
  laboratoryId: '31',
  laboratoryName: '沪江检验所',
  panelGroupId: '51',
  panelGroupName: '分子组',
  taskState: 1,
  round: 1,
  otherBatch: null,
};
export const processTask: ProcessTask = { taskId: '5', labCode: 'L5', sampleCode: 'S5', taskState: 1, hasBenchStep: false, openRecords: [] };
export const processRecord: ProcessRecord = {
  recordId: '9',
  kind: 1,
  state: 1,
  version: 2,
  sampleCode: 'S5',
  promisedTime: null,
  newSampleCode: null,
  closerName: null,
  closeTime: null,
  updateTime: '2026-11-24 09:00:00',
  tasks: [{ taskId: '5', labCode: 'L5', sampleCode: 'S5', taskState: 7, before: 1 }],
};
