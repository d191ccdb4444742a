import type { Command } from '#domain/kernel/command.ts';
import type { HandScreen, Resource } from '#domain/kernel/resource.ts';
import { viewSamples } from '#domain/sample/viewSamples.ts';
import { auditContracts, auditGroups, auditQueue } from './audit/auditRows.ts';
import { auditLevelRights, auditResults, viewAudits } from './audit/resultAudit.ts';
import { judgeRule } from './judgeRule.ts';
import { trackRecords, updateRecord } from './process/followActs.ts';
import { resampleNew } from './process/newTube.ts';
import {
  delayRecords,
  goBackRecords,
  processContracts,
  resampleRecords,
  resampleRecoveries,
  stopRecords,
  stopRecoveries,
} from './process/processRows.ts';
import { resampleRecover, stopRecover } from './process/recordActs.ts';
import { delayTasks, resampleTasks, stopTasks } from './process/taskActs.ts';
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
import { detectionResults, resultTable } from './listings/detectionResult.ts';
import { labReceiveContracts, labReceiveList } from './listings/labReceive.ts';
import { niptResampleContracts, niptResamples } from './listings/niptResample.ts';
import { pretreatmentContracts, pretreatmentList } from './listings/pretreatment.ts';
import { viewResults } from './listings/taskWords.ts';
import { tngsHistory, tngsHistoryContracts } from './listings/tngsHistory.ts';
import { receiveSample, cancelReceive } from './labReceive.ts';
import { labContracts, receivedTodayList, takenBackList } from './labRows.ts';
import { countedReceipts, receiveStatistics } from './receiptStatistics.ts';
import { entryContracts, entryQueue } from './resultEntry.ts';
import { resultContracts, resultFileLines, resultFileList } from './resultFile.ts';
import { excludePoint, includePoint, qcChartContracts, qcChartList, qcChartRoute, qcPointList, viewCharts } from './qcChart.ts';
import { cloudFallback, mapmiExceptions, resequencing, submitException } from './redo/mapmiException.ts';
import { redoMoreRight } from './redo/redoRule.ts';
import { reExtraction, rebuild, reSequencing } from './redo/redoTasks.ts';
import { applyDeApproval, decideDeApproval, deApprovalScreen } from './reversal/deApproval.ts';
import { deApprovalContracts, deApprovals, viewDeApprovals } from './reversal/deApprovalRows.ts';
import { viewTasks } from './viewTasks.ts';
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
  stopTasks,
  stopRecover,
  resampleTasks,
  resampleNew,
  resampleRecover,
  delayTasks,
  updateRecord,
  trackRecords,
  reExtraction,
  rebuild,
  reSequencing,
  cloudFallback,
  resequencing,
  submitException,
  applyDeApproval,
  decideDeApproval,
];

/** Lists over several tables. */
export const listings = [
  receivedTodayList,
  takenBackList,
  receiveStatistics,
  countedReceipts,
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
  stopRecords,
  stopRecoveries,
  resampleRecords,
  resampleRecoveries,
  delayRecords,
  goBackRecords,
  mapmiExceptions,
  deApprovals,
  labReceiveList,
  detectionResults,
  resultTable,
  pretreatmentList,
  niptResamples,
  tngsHistory,
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
  processContracts,
  deApprovalContracts,
  labReceiveContracts,
  pretreatmentContracts,
  niptResampleContracts,
  tngsHistoryContracts,
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
      viewTasks,
    ],
  },
  {
    route: '/lab/resultEntry',
    title: ['结果录入', 'Result entry'],
    icon: 'keyboard',
    view: { code: 'result_enter', label: ['录入结果', 'Enter results'], roles: ['lab', 'audit1'] },
  },
  {
    route: '/lab/result-audit',
    title: ['结果审核', 'Result audit'],
    icon: 'shield-check',
    view: viewAudits,
    calls: [...auditLevelRights, redoMoreRight],
  },
  { route: qcChartRoute, title: ['质控图', 'Control charts'], icon: 'chart-column', view: viewCharts },
  { route: '/lab/mapmiSj', title: ['mapmi 上机', 'mapmi runs'], icon: 'flask-conical', view: viewSheets },
  {
    route: '/lab/mapmiException',
    title: ['mapmi 异常', 'mapmi exceptions'],
    icon: 'flask-conical',
    view: viewSheets,
    calls: [redoMoreRight],
  },
  { route: '/lab/tngsSj', title: ['tNGS 上机', 'tNGS runs'], icon: 'flask-conical', view: viewSheets },
  { route: '/lab/batch', title: ['上机批次', 'Run sheets'], icon: 'flask-conical', view: viewSheets },
  { route: '/sample/operate-stop', title: ['终止检测', 'Stop testing'], icon: 'scan-line', group: 'lab', view: viewTasks },
  { route: '/sample/operate-stopRecovery', title: ['终止恢复', 'Take stops back'], icon: 'undo-2', group: 'lab', view: viewTasks },
  { route: '/sample/operate-resample', title: ['重采申请', 'New samples'], icon: 'scan-line', group: 'lab', view: viewTasks },
  {
    route: '/sample/operate-resampleRecovery',
    title: ['重采恢复', 'Cancel new samples'],
    icon: 'undo-2',
    group: 'lab',
    view: viewTasks,
  },
  { route: '/sample/operate-delay', title: ['延迟登记', 'Delays'], icon: 'scan-line', group: 'lab', view: viewTasks },
  { route: '/sample/operate-goBack', title: ['回退记录', 'Results sent back'], icon: 'clipboard', group: 'lab', view: viewTasks },
  { route: deApprovalScreen, title: ['反审核', 'Reversals'], icon: 'undo-2', view: viewDeApprovals },
  { route: '/search/labReceive', title: ['实验室接收查询', 'Lab receipts'], icon: 'search', view: viewTasks },
  { route: '/search/detectionResult', title: ['检测结果查询', 'Results'], icon: 'search', view: viewResults },
  { route: '/search/result-audit-search', title: ['结果审核查询', 'Result audit search'], icon: 'search', view: viewAudits },
  { route: '/search/pretreatment', title: ['前处理查询', 'Bench steps'], icon: 'flask-conical', view: viewTasks },
  { route: '/search/niptResample', title: ['NIPT 重采查询', 'NIPT resamples'], icon: 'undo-2', view: viewTasks },
  { route: '/search/tngsHistorySearch', title: ['tNGS 历史查询', 'tNGS history'], icon: 'chart-column', view: viewTasks },
];
