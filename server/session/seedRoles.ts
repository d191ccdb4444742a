/** A role of a fresh installation: what it may do, by permission code; `laboratory_*` stands for every code that begins so. */
export interface SeedRole {
  readonly alias: string;
  readonly roleName: string;
  readonly grants: readonly string[];
}

/** What every desk must read to work, also offline. */
const masterViews = [
  'laboratory_view',
  'client_view',
  'sendSampleClient_view',
  'commodity_view',
  'laboratoryCommodity_view',
  'panelGroup_view',
  'panel_view',
  'item_view',
  'sampleClass_view',
  'sampleAttribute_view',
  'codeStyle_view',
  'numberSegment_view',
  'enterTip_view',
  'dict_view',
  'dictBiz_view',
];
/** What the benches and the auditors read besides. */
const benchViews = [
  'workCalendar_view',
  'laboratoryPanelGroup_view',
  'qualityIndex_view',
  'resultTemplate_view',
  'reportTitle_view',
  'conclusion_view',
  'terrace_view',
  'instrument_view',
  'panelTestCycle_view',
];
const masterData = [
  'laboratory',
  'client',
  'sendSampleClient',
  'commodity',
  'laboratoryCommodity',
  'commodityQualified',
  'panelGroup',
  'laboratoryPanelGroup',
  'panel',
  'item',
  'conclusion',
  'terrace',
  'instrument',
  'workCalendar',
  'pricePolicy',
  'signature',
  'signUser',
  'reportTitle',
  'qualityIndex',
  'resultTemplate',
  'smsConfig',
  'smsPlatform',
  'emailManage',
  'panelTestCycle',
  'sampleClass',
  'sampleAttribute',
  'codeStyle',
  'numberSegment',
  'thirdpartyAffiliation',
  'thirdpartyRule',
  'enterTip',
  'dict',
  'dictBiz',
];

/** Chosen so that for every code some role may and some role may not. The administrator needs no list: he holds all. */
export const seedRoles: readonly SeedRole[] = [
  { alias: 'administrator', roleName: '超级管理员', grants: [] },
  {
    alias: 'reception',
    roleName: '接样员',
    grants: [
      'sample_view',
      'summary_enter',
      'summary_reject',
      'summary_amend',
      'handover_save',
      'handover_sign',
      'handover_remove',
      'requisitionImage_view',
      'requisitionImage_upload',
      'requisitionImage_remove',
      'number_use',
      'thirdpartyBind_view',
      'thirdpartyBind_save',
      'thirdpartyBind_remove',
      'sampleReceipt_view',
      'outbox_discard',
      ...masterViews,
    ],
  },
  {
    alias: 'entry',
    roleName: '录入员',
    grants: ['sample_view', 'summary_enter', 'detail_enter', 'requisitionImage_view', 'outbox_discard', ...masterViews],
  },
  {
    alias: 'lab',
    roleName: '检验员',
    grants: [
      'sample_view',
      'lab_receive',
      'lab_cancel_receive',
      'number_use',
      'handover_sign',
      'sampleReceipt_view',
      'outbox_discard',
      ...masterViews,
      ...benchViews,
    ],
  },
  {
    alias: 'audit1',
    roleName: '一审员',
    grants: [
      'sample_view',
      'detail_arbitrate',
      'detail_remove',
      'requisitionImage_view',
      'sampleReceipt_view',
      'entryStatistic_view',
      ...masterViews,
      ...benchViews,
    ],
  },
  { alias: 'audit2', roleName: '二审员', grants: ['sample_view', 'sampleReceipt_view'] },
  {
    alias: 'billing',
    roleName: '结算员',
    grants: [
      'pricePolicy_view',
      'pricePolicy_save',
      'pricePolicy_enable',
      'pricePolicy_disable',
      'laboratory_view',
      'client_view',
      'client_save',
      'sendSampleClient_view',
      'commodity_view',
      'dict_view',
      'dictBiz_view',
    ],
  },
  {
    alias: 'sales',
    roleName: '销售',
    grants: [
      'pricePolicy_view',
      'laboratory_view',
      'client_view',
      'sendSampleClient_view',
      'sendSampleClient_save',
      'commodity_view',
      'dict_view',
      'dictBiz_view',
    ],
  },
  {
    alias: 'ops',
    roleName: '运维',
    grants: [
      ...masterData.map((name) => `${name}_*`),
      'userAccount_*',
      'notice_*',
      'userPanelGroup_*',
      'department_*',
      'role_view',
      'device_*',
      'number_close',
      'loginProvider_*',
      'loginLog_view',
      'menuInterface_view',
    ],
  },
];

/** True where a role's list covers a permission code. */
export function isGranted({ grants }: SeedRole, code: string): boolean {
  return grants.some((grant) => (grant.endsWith('*') ? code.startsWith(grant.slice(0, -1)) : grant === code));
}
