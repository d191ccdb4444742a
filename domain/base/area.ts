import type { Command } from '#domain/kernel/command.ts';
import type { HandScreen, Resource } from '#domain/kernel/resource.ts';
import { clientAccount } from '#domain/user/clientAccount.ts';
import { setHoliday, cancelHoliday } from './calendarCommands.ts';
import { workCalendarContracts } from './calendarContracts.ts';
import { client } from './client.ts';
import { commodity } from './commodity.ts';
import { commodityQualified, executeQualified, resetQualified } from './commodityQualified.ts';
import { conclusion } from './conclusion.ts';
import { emailManage } from './emailManage.ts';
import { hpoTerm } from './hpoTerm.ts';
import { instrument } from './instrument.ts';
import { item } from './item.ts';
import { laboratory } from './laboratory.ts';
import { laboratoryCommodity } from './laboratoryCommodity.ts';
import { laboratoryPanelGroup } from './laboratoryPanelGroup.ts';
import {
  commodityContracts,
  laboratoryCommodityContracts,
  laboratoryPanelGroupContracts,
  myPanelContracts,
  qualityIndexContracts,
  sampleClassContracts,
  sendSampleClientContracts,
  thirdpartyContracts,
} from './listContracts.ts';
import { panel } from './panel.ts';
import { panelGroup } from './panelGroup.ts';
import { panelTestCycle } from './panelTestCycle.ts';
import { pricePolicyContracts } from './priceContracts.ts';
import { pricePolicy } from './pricePolicy.ts';
import { commodityQualifiedContracts } from './qualifiedContracts.ts';
import { qualityIndex } from './qualityIndex.ts';
import { reportTitle } from './reportTitle.ts';
import { resultTemplate } from './resultTemplate.ts';
import { sampleAttribute } from './sampleAttribute.ts';
import { sampleClass } from './sampleClass.ts';
import { userPanelGroupContracts } from './scopeContracts.ts';
import { sendSampleClient } from './sendSampleClient.ts';
import { sendSampleClientLog } from './sendSampleClientLog.ts';
import { noticeSenderContracts, smsConfigContracts } from './senderContracts.ts';
import { signUser } from './signUser.ts';
import { signature } from './signature.ts';
import { signatureContracts, signUserContracts } from './signingContracts.ts';
import { smsConfig } from './smsConfig.ts';
import { smsPlatform } from './smsPlatform.ts';
import { resultTemplateContracts } from './templateContracts.ts';
import { terrace } from './terrace.ts';
import { reportTitleContracts } from './titleContracts.ts';
import { saveUserScope } from './userScope.ts';

/** In the order of the menu. */
export const resources: readonly Resource[] = [
  laboratory,
  client,
  sendSampleClient,
  sendSampleClientLog,
  clientAccount,
  commodity,
  laboratoryCommodity,
  commodityQualified,
  pricePolicy,
  panelGroup,
  laboratoryPanelGroup,
  panel,
  item,
  conclusion,
  terrace,
  instrument,
  panelTestCycle,
  sampleClass,
  sampleAttribute,
  hpoTerm,
  signature,
  signUser,
  reportTitle,
  qualityIndex,
  resultTemplate,
  smsConfig,
  smsPlatform,
  emailManage,
];

export const commands: readonly Command[] = [setHoliday, cancelHoliday, saveUserScope, executeQualified, resetQualified];

/** The page loads their types alone. */
export const contracts = [
  commodityContracts,
  commodityQualifiedContracts,
  laboratoryCommodityContracts,
  laboratoryPanelGroupContracts,
  myPanelContracts,
  noticeSenderContracts,
  pricePolicyContracts,
  qualityIndexContracts,
  reportTitleContracts,
  resultTemplateContracts,
  sampleClassContracts,
  sendSampleClientContracts,
  signatureContracts,
  signUserContracts,
  smsConfigContracts,
  thirdpartyContracts,
  userPanelGroupContracts,
  workCalendarContracts,
] as const;

export const screens: readonly HandScreen[] = [
  {
    route: '/basic/work-calendar',
    title: ['工作日历', 'Work calendar'],
    icon: 'calendar-days',
    view: { code: 'workCalendar_view', label: ['查看工作日历', 'View the work calendar'], roles: ['lab', 'audit1', 'ops'] },
  },
  {
    route: '/basic/userPanelGroup',
    title: ['用户数据范围', 'What users see'],
    icon: 'users',
    view: { code: 'userPanelGroup_view', label: ['查看用户数据范围', 'View what users see'], roles: ['ops'] },
  },
];
