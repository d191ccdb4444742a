import type { Command } from '#domain/kernel/command.ts';
import type { HandScreen, Resource } from '#domain/kernel/resource.ts';
import { approveCriterion, changeConfigs, switchRelease } from './configActs.ts';
import { configContracts } from './configCalls.ts';
import { cancerGuidance, guidanceContracts, reviewGuidance } from './guidance/cancerGuidance.ts';
import { releaseCriterion } from './releaseCriterion.ts';
import { auditReports, cancelReportAudit } from './reportActs.ts';
import { reportConfig } from './reportConfig.ts';
import { reportReceiver } from './reportReceiver.ts';
import { generateReports, reportAudits, reportContracts, reportScreen, viewReports } from './reportRows.ts';
import { reportStrategy } from './reportStrategy.ts';
import { reportTemplate } from './reportTemplate.ts';
import { saveConversion } from './saveConversion.ts';
import { templateContracts } from './templateCalls.ts';
import { removeUpload, attachUpload } from './upload/uploadActs.ts';
import { entrustReports, entrustScreen } from './upload/entrustReports.ts';
import { reportUploads, uploadContracts, uploadScreen, viewUploads } from './upload/uploadRows.ts';

/** In the order of the menu. */
export const resources: readonly Resource[] = [reportTemplate, reportStrategy, releaseCriterion, reportConfig, reportReceiver, cancerGuidance];

export const commands: readonly Command[] = [
  changeConfigs,
  saveConversion,
  approveCriterion,
  switchRelease,
  auditReports,
  cancelReportAudit,
  attachUpload,
  removeUpload,
  reviewGuidance,
];

export const listings = [reportAudits, reportUploads, entrustReports] as const;

export const screens: readonly HandScreen[] = [
  { route: reportScreen, title: ['报告审核', 'Report audit'], icon: 'clipboard', view: viewReports, calls: [generateReports] },
  { route: uploadScreen, title: ['外部报告上传', 'Uploaded reports'], icon: 'file-up', view: viewUploads },
  { route: entrustScreen, title: ['外送报告查询', 'Reports of other houses'], icon: 'file-search', view: viewReports },
];

/** The page loads their types alone. */
export const contracts = [templateContracts, configContracts, reportContracts, uploadContracts, guidanceContracts] as const;
