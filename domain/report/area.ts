import type { Command } from '#domain/kernel/command.ts';
import type { HandScreen, Resource } from '#domain/kernel/resource.ts';
import { approveCriterion, changeConfigs, switchRelease } from './configActs.ts';
import { configContracts } from './configCalls.ts';
import { releaseCriterion } from './releaseCriterion.ts';
import { auditReports, cancelReportAudit } from './reportActs.ts';
import { reportConfig } from './reportConfig.ts';
import { reportReceiver } from './reportReceiver.ts';
import { generateReports, reportAudits, reportContracts, reportScreen, viewReports } from './reportRows.ts';
import { downloadContracts, downloadReports } from './search/reportDownload.ts';
import { incompleteContracts, incompleteReports, viewIncomplete } from './search/incompleteReports.ts';
import { periodContracts, reportPeriods, viewPeriods } from './search/reportPeriods.ts';
import { printReports } from './search/reportPrint.ts';
import { reportReviews, reviewContracts, viewReviews } from './search/reportReviews.ts';
import { searchContracts, searchReports } from './search/reportSearch.ts';
import { incompleteScreen, periodScreen, reviewScreen, searchScreen } from './search/searchScreens.ts';
import { reportStrategy } from './reportStrategy.ts';
import { reportTemplate } from './reportTemplate.ts';
import { saveConversion } from './saveConversion.ts';
import { templateContracts } from './templateCalls.ts';

/** In the order of the menu. */
export const resources: readonly Resource[] = [reportTemplate, reportStrategy, releaseCriterion, reportConfig, reportReceiver];

export const commands: readonly Command[] = [
  changeConfigs,
  saveConversion,
  approveCriterion,
  switchRelease,
  auditReports,
  cancelReportAudit,
  printReports,
];

export const listings = [reportAudits, searchReports, reportReviews, reportPeriods, incompleteReports] as const;

export const screens: readonly HandScreen[] = [
  { route: reportScreen, title: ['报告审核', 'Report audit'], icon: 'clipboard', view: viewReports, calls: [generateReports] },
  { route: searchScreen, title: ['报告查询', 'Report search'], icon: 'search', view: viewReports, calls: [downloadReports] },
  { route: reviewScreen, title: ['报告审核查询', 'Report audits'], icon: 'shield-check', view: viewReviews },
  { route: periodScreen, title: ['报告周期查询', 'Turnaround'], icon: 'chart-column', view: viewPeriods },
  { route: incompleteScreen, title: ['未完成报告', 'Reports not out'], icon: 'clock', view: viewIncomplete },
];

/** The page loads their types alone. */
export const contracts = [
  templateContracts,
  configContracts,
  reportContracts,
  searchContracts,
  downloadContracts,
  reviewContracts,
  periodContracts,
  incompleteContracts,
] as const;
