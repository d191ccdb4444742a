import type { Command } from '#domain/kernel/command.ts';
import type { HandScreen, Resource } from '#domain/kernel/resource.ts';
import { mailScreen, reportMails, viewMails } from './mail/mailRows.ts';
import { resendMail } from './mail/resendMail.ts';
import { approveCriterion, changeConfigs, switchRelease } from './configActs.ts';
import { configContracts } from './configCalls.ts';
import { releaseCriterion } from './releaseCriterion.ts';
import { auditReports, cancelReportAudit } from './reportActs.ts';
import { reportConfig } from './reportConfig.ts';
import { reportReceiver } from './reportReceiver.ts';
import { generateReports, reportAudits, reportContracts, reportScreen, viewReports } from './reportRows.ts';
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
  resendMail,
];

export const listings = [reportAudits, reportMails] as const;

export const screens: readonly HandScreen[] = [
  { route: reportScreen, title: ['报告审核', 'Report audit'], icon: 'clipboard', view: viewReports, calls: [generateReports] },
  { route: mailScreen, title: ['报告邮件', 'Report mails'], icon: 'inbox', view: viewMails },
];

/** The page loads their types alone. */
export const contracts = [templateContracts, configContracts, reportContracts] as const;
