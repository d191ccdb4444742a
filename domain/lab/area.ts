import type { Command } from '#domain/kernel/command.ts';
import type { HandScreen, Resource } from '#domain/kernel/resource.ts';
import { viewSamples } from '#domain/sample/viewSamples.ts';
import { auditContracts, auditGroups, auditQueue } from './audit/auditRows.ts';
import { auditLevelRights, auditResults, viewAudits } from './audit/resultAudit.ts';
import { judgeRule } from './judgeRule.ts';
import { saveBatch } from './batch/saveBatch.ts';
import {
  generalSheetContracts,
  generalSheets,
  mapmiSheetContracts,
  mapmiSheets,
  sheetContracts,
  tngsSheetContracts,
  tngsSheets,
  viewSheets,
} from './batch/sheetRows.ts';
import {
  removeBatch,
  removeMapmi,
  removeTngs,
  submitBatch,
  submitMapmi,
  submitTngs,
  updateMapmi,
  updateSheet,
  withdrawBatch,
} from './batch/submitBatch.ts';
import { receiveSample, cancelReceive } from './labReceive.ts';
import { labContracts, receivedTodayList, receiveStatistics, takenBackList } from './labRows.ts';
import { entryContracts, entryQueue } from './resultEntry.ts';
import { resultContracts, resultFileLines, resultFileList } from './resultFile.ts';
import { excludePoint, includePoint, qcChartContracts, qcChartList, qcChartRoute, qcPointList, viewCharts } from './qcChart.ts';
import { qcLimit } from './qcLimit.ts';
import { qcLot } from './qcLot.ts';

/** In the order of the menu. */
export const resources: readonly Resource[] = [qcLot, qcLimit, judgeRule];

export const commands: readonly Command[] = [
  receiveSample,
  cancelReceive,
  saveBatch,
  submitBatch,
  submitMapmi,
  submitTngs,
  withdrawBatch,
  removeBatch,
  removeMapmi,
  removeTngs,
  updateSheet,
  updateMapmi,
  auditResults,
  excludePoint,
  includePoint,
];

/** Lists over several tables. */
export const listings = [
  receivedTodayList,
  takenBackList,
  receiveStatistics,
  mapmiSheets,
  tngsSheets,
  generalSheets,
  resultFileList,
  resultFileLines,
  auditQueue,
  auditGroups,
  entryQueue,
  qcChartList,
  qcPointList,
] as const;

/** The page loads their types alone. */
export const contracts = [
  labContracts,
  sheetContracts,
  mapmiSheetContracts,
  tngsSheetContracts,
  generalSheetContracts,
  resultContracts,
  auditContracts,
  entryContracts,
  qcChartContracts,
] as const;

export const screens: readonly HandScreen[] = [
  { route: '/sample/todayReceivePage', title: ['实验室接收', 'Lab receive'], icon: 'scan-barcode', group: 'lab' },
  { route: '/sample/cancelReceived', title: ['取消接收', 'Cancel receive'], icon: 'undo-2', group: 'lab' },
  { route: '/sample/receivedStatistics', title: ['接收统计', 'Receipt statistics'], icon: 'chart-column', group: 'lab', view: viewSamples },
  {
    route: '/lab/resultImport',
    title: ['结果导入', 'Result import'],
    icon: 'file-up',
    view: { code: 'resultFile_view', label: ['查看结果文件', 'View result files'], roles: ['lab', 'audit1', 'audit2'] },
    calls: [
      { code: 'resultFile_upload', label: ['上传结果文件', 'Upload result files'], roles: ['lab'] },
      { code: 'resultFile_import', label: ['导入结果', 'Import results'], roles: ['lab'] },
      { code: 'qc_release', label: ['质控放行', 'Release held results'], roles: ['audit1'] },
      { code: 'labTask_view', label: ['查看检测任务', 'View test tasks'], roles: ['lab', 'audit1', 'audit2'] },
    ],
  },
  {
    route: '/lab/resultEntry',
    title: ['结果录入', 'Result entry'],
    icon: 'keyboard',
    view: { code: 'result_enter', label: ['录入结果', 'Enter results'], roles: ['lab', 'audit1'] },
  },
  { route: '/lab/result-audit', title: ['结果审核', 'Result audit'], icon: 'shield-check', view: viewAudits, calls: auditLevelRights },
  { route: qcChartRoute, title: ['质控图', 'Control charts'], icon: 'chart-column', view: viewCharts },
  { route: '/lab/mapmiSj', title: ['mapmi 上机', 'mapmi runs'], icon: 'flask-conical', view: viewSheets },
  { route: '/lab/tngsSj', title: ['tNGS 上机', 'tNGS runs'], icon: 'flask-conical', view: viewSheets },
  { route: '/lab/batch', title: ['上机批次', 'Run sheets'], icon: 'flask-conical', view: viewSheets },
];
