import type { Command } from '#domain/kernel/command.ts';
import type { HandScreen, Resource } from '#domain/kernel/resource.ts';
import { mailScreen, reportMails, viewMails } from './mail/mailRows.ts';
import { resendMail } from './mail/resendMail.ts';
import { approveCriterion, changeConfigs, switchRelease } from './configActs.ts';
import { configContracts } from './configCalls.ts';
import { cancerGuidance, guidanceContracts, reviewGuidance } from './guidance/cancerGuidance.ts';
import { releaseCriterion } from './releaseCriterion.ts';
import { closeRecalls, recallReports, recallScreen, reportRecalls } from './recall.ts';
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
import { incompleteScreen, labTurnoverScreen, periodScreen, preTurnoverScreen, reviewScreen, searchScreen } from './search/searchScreens.ts';
import { labTurnover, preTurnover, turnoverContracts, viewLabTurnover, viewPreTurnover } from './search/turnover.ts';
import { reportStrategy } from './reportStrategy.ts';
import { reportTemplate } from './reportTemplate.ts';
import { saveConversion } from './saveConversion.ts';
import { manualSmsScreen, markSmsNotSent, markSmsSent, sendSms, unmarkSms } from './sms/smsActs.ts';
import { manualSms, revealSms, smsContracts, smsRecords, smsRecordScreen, smsStatistics, viewSms } from './sms/smsRows.ts';
import { templateContracts } from './templateCalls.ts';
import { decideWithdrawals, goBackReports } from './withdrawal.ts';
import { removeUpload, attachUpload } from './upload/uploadActs.ts';
import { entrustReports, entrustScreen } from './upload/entrustReports.ts';
import { reportUploads, uploadContracts, uploadScreen, viewUploads } from './upload/uploadRows.ts';

/** In the order of the menu. */
export const resources: readonly Resource[] = [reportTemplate, reportStrategy, releaseCriterion, reportConfig, reportReceiver, cancerGuidance];

const smsCommands: readonly Command[] = [sendSms, markSmsSent, markSmsNotSent, unmarkSms];
export const commands: readonly Command[] = [
  changeConfigs,
  saveConversion,
  approveCriterion,
  switchRelease,
  auditReports,
  cancelReportAudit,
  goBackReports,
  decideWithdrawals,
  closeRecalls,
  ...smsCommands,
  resendMail,
  printReports,
  attachUpload,
  removeUpload,
  reviewGuidance,
];

export const listings = [
  reportAudits,
  reportRecalls,
  manualSms,
  smsRecords,
  smsStatistics,
  reportMails,
  searchReports,
  reportReviews,
  reportPeriods,
  incompleteReports,
  reportUploads,
  entrustReports,
  labTurnover,
  preTurnover,
] as const;

export const screens: readonly HandScreen[] = [
  { route: reportScreen, title: ['报告审核', 'Report audit'], icon: 'clipboard', view: viewReports, calls: [generateReports] },
  { route: recallScreen, title: ['召回告知', 'Recalls'], icon: 'clipboard', view: recallReports },
  { route: manualSmsScreen, title: ['手动短信', 'Manual messages'], icon: 'inbox', view: viewSms, calls: [revealSms] },
  { route: smsRecordScreen, title: ['短信发送记录', 'Text messages'], icon: 'search', view: viewSms },
  { route: mailScreen, title: ['报告邮件', 'Report mails'], icon: 'inbox', view: viewMails },
  { route: searchScreen, title: ['报告查询', 'Report search'], icon: 'search', view: viewReports, calls: [downloadReports] },
  { route: reviewScreen, title: ['报告审核查询', 'Report audits'], icon: 'shield-check', view: viewReviews },
  { route: periodScreen, title: ['报告周期查询', 'Turnaround'], icon: 'chart-column', view: viewPeriods },
  { route: incompleteScreen, title: ['未完成报告', 'Reports not out'], icon: 'clock', view: viewIncomplete },
  { route: uploadScreen, title: ['外部报告上传', 'Uploaded reports'], icon: 'file-up', view: viewUploads },
  { route: entrustScreen, title: ['外送报告查询', 'Outsourced reports'], icon: 'file-search', view: viewReports },
  { route: labTurnoverScreen, title: ['实验室周转百分位', 'Lab percentiles'], icon: 'chart-column', view: viewLabTurnover },
  { route: preTurnoverScreen, title: ['检验前周转百分位', 'Pre-lab percentiles'], icon: 'chart-column', view: viewPreTurnover },
];

/** The page loads their types alone. */
export const contracts = [
  templateContracts,
  configContracts,
  reportContracts,
  smsContracts,
  searchContracts,
  downloadContracts,
  reviewContracts,
  periodContracts,
  incompleteContracts,
  uploadContracts,
  guidanceContracts,
  turnoverContracts,
] as const;
