import { qualitativeResult } from '#domain/base/conclusion.ts';
import { executeType } from '#domain/base/executeType.ts';
import { choice, code, date, dateTime, decimal, flag, integer, longText, money, ref, refList, text, type Fields } from '#domain/kernel/fields.ts';
import { choices } from '#domain/kernel/choices.ts';
import { sex } from '#domain/sample/rules/formChoices.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';

/** Where a value stands to its reference range. */
export const resultStatus = choices({ high: ['high', '偏高', 'High'], low: ['low', '偏低', 'Low'], normal: ['normal', '正常', 'Normal'] });

/** Of a row of the sample receipt (docs/contract.md#fields-and-codes): false received, true rejected. */
export const rejection = choices({ received: [0, '已接收', 'Received'], rejected: [1, '已拒收', 'Rejected'] });

/**
 * What lists show of samples, requisitions, tasks, reports, orders and clients: each word once, in both languages, with
 * its kind. A listing picks from it (`pick`); a test holds every other field and column of the product to the same names.
 */
export const words = {
  // Codes.
  requisitionCode: code('申请单条码', 'Requisition code'),
  sampleCode: code('样本条码', 'Sample code'),
  hospitalCode: code('医院条码', 'Hospital code'),
  labCode: code('实验室编号', 'Lab code'),
  testTubeNumber: code('采血管号', 'Tube number'),
  testTubeBatchNo: text('采血管批号', 'Tube lot'),
  testTubeExpireTime: date('采血管效期', 'Tube expiry'),
  sampleClassId: ref('样本类型', 'Sample class', 'sampleClass'),
  courierNumber: code('物流单号', 'Courier number'),
  thirdBarCode: code('第三方条码', 'Third-party barcode'),
  batch: code('实验批次', 'Batch'),
  // The patient; who may not see patients gets these masked.
  personName: text('受检者姓名', 'Patient name', { patient: 'name' }),
  sex: choice('性别', 'Sex', sex),
  age: integer('年龄', 'Age'),
  telephone: code('联系电话', 'Phone', { patient: 'telephone' }),
  credentialNo: code('证件号码', 'Document number', { patient: 'credentialNo' }),
  patientNo: text('门诊/住院号', 'Patient number', { patient: 'patientNo' }),
  // Who sends, who tests, who pays.
  contractLaboratoryId: ref('签约检验所', 'Contract laboratory', 'laboratory'),
  executeLaboratoryId: ref('执行检验所', 'Executing laboratory', 'laboratory'),
  laboratoryId: ref('检验所', 'Laboratory', 'laboratory'),
  sendSampleClientId: ref('送检单位', 'Sending client', 'sendSampleClient'),
  sendSampleClientCode: code('送检单位编号', 'Client code'),
  clientTel: code('送检单位电话', 'Client phone'),
  agentId: ref('代理商', 'Agent', 'client'),
  billCustomerId: ref('结算客户', 'Billing customer', 'client'),
  salesmanId: ref('销售员', 'Salesperson', 'userAccount', { people: 'salesperson' }),
  managerArea: text('销售区域', 'Sales area', { dictionary: 'business_region' }),
  provinceName: text('省份', 'Province'),
  // What is tested.
  commodityId: ref('产品', 'Commodity', 'commodity'),
  commodityIds: refList('产品', 'Commodities', 'commodity'),
  commodityNames: text('产品', 'Commodities'),
  commodityCode: code('产品编号', 'Commodity code'),
  commodityErpCode: code('ERP编号', 'ERP code'),
  executeType: choice('检测类型', 'Execute type', executeType),
  panelIds: refList('检测项目', 'Panels', 'panel'),
  panelName: text('检测项目', 'Panels'),
  panelGroupId: ref('项目组', 'Panel group', 'panelGroup'),
  groupAErpCode: code('产品线编号', 'Product line code'),
  groupAName: text('产品线', 'Product line'),
  itemName: text('检测项', 'Item'),
  itemShortName: text('英文缩写', 'Short name'),
  // When.
  samplingTime: dateTime('采样时间', 'Sampling time'),
  receiveTime: dateTime('收样时间', 'Receive time'),
  labReceiveTime: dateTime('实验室接收时间', 'Lab receive time'),
  reportTime: dateTime('报告时间', 'Report time'),
  logisticsInputTime: dateTime('物流签收', 'Delivered'),
  enterTime: dateTime('录入时间', 'Entry time'),
  entryTime: dateTime('录入时间', 'Entry time'),
  checkTimeOne: dateTime('一审时间', 'First audit time'),
  checkTimeTwo: dateTime('二审时间', 'Second audit time'),
  auditTime: dateTime('报告审核时间', 'Report audit time'),
  rejectTime: dateTime('拒收时间', 'Reject time'),
  dueTime: dateTime('应发时间', 'Due time'),
  countTime: text('统计时间', 'Period'),
  // How it stands.
  labStatus: choice('样本状态', 'Sample status', labStatus),
  rejection: choice('接收状态', 'Receipt', rejection, { isBoolean: true }),
  detectionResult: choice('检测结果', 'Detection result', qualitativeResult),
  resultStatus: choice('高低', 'High or low', resultStatus),
  values: text('结果值', 'Value'),
  referenceRange: text('参考范围', 'Reference range'),
  isInfoConfirmed: flag('信息确认', 'Info confirmed', { wire: 'infoConfirm' }),
  isReported: flag('已发报告', 'Reported', { wire: 'ifReported' }),
  isOrdered: flag('已下单', 'Ordered', { wire: 'ifOrdered' }),
  isBilled: flag('已开单', 'Billed', { wire: 'ifBilled' }),
  isSupplementary: flag('补充报告', 'Supplementary', { wire: 'supplementaryed' }),
  isExcluded: flag('已剔除', 'Excluded', { wire: 'excluded' }),
  isSynced: flag('已同步', 'Synchronized'),
  isResample: flag('补采', 'Resample', { wire: 'resample' }),
  isUrgent: flag('加急', 'Urgent'),
  isPaperReport: flag('纸质报告', 'Paper report'),
  reportTitle: text('报告抬头', 'Report title'),
  // Orders and bills.
  orderNo: code('订单号', 'Order number'),
  billNo: code('账单号', 'Bill number'),
  billPrice: money('结算价', 'Bill price', { wire: 'billPriceStr' }),
  totalQty: integer('订单数量', 'Total quantity'),
  totalAmount: money('金额', 'Total amount', { wire: 'totalAmountYuan' }),
  syncResult: text('同步结果', 'Sync result'),
  // Turnaround, in minutes.
  actuallyConsumeCycle: integer('实际周期', 'Actual cycle', { isDuration: true }),
  preTestingCycle: integer('检验前周期', 'Pre-testing cycle', { isDuration: true }),
  reportingCycle: integer('报告周期', 'Reporting cycle', { isDuration: true }),
  internalTestCycle: integer('内部周期', 'Internal cycle', { isDuration: true }),
  externalTestCycle: integer('外部周期', 'External cycle', { isDuration: true }),
  testCycle: decimal('检测周期', 'Test cycle'),
  beginTime: dateTime('起算时间', 'Begin time'),
  // Work, and counts of it.
  entryPersonName: text('录入人', 'Entered by'),
  labReceiveUserName: text('实验室接收人', 'Lab received by'),
  checkerOne: text('一审人', 'First auditor'),
  checkerTwo: text('二审人', 'Second auditor'),
  receiveRemark: longText('收样备注', 'Receive remark', { column: true }),
  creator: text('创建人', 'Created by'),
  createTime: dateTime('创建时间', 'Created'),
  reason: text('原因', 'Reason'),
  remark: longText('备注', 'Remark'),
  receiveCount: integer('接收数', 'Received'),
  cancelCount: integer('取消数', 'Cancelled'),
  reportCount: integer('报告数', 'Reported'),
  rejectCount: integer('拒收数', 'Rejected'),
  /** Of what was received, whenever that was: a share of it never passes 100 %. */
  receivedRejectCount: integer('其中拒收', 'Of these rejected'),
  rejectRate: decimal('拒收率(%)', 'Rejected (%)', { scale: 1 }),
  gobackCount: integer('退回数', 'Sent back'),
  overdueCount: integer('超期数', 'Overdue'),
} as const satisfies Fields;
