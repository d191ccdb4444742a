import { choices } from '#domain/kernel/choices.ts';
import { choice, choiceList, code, dateTime, integer, longText, ref, refList, secret, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';

/** Who is called: partners call ours, we call a third party's (docs/interfaces.md). */
export const interfaceType = choices({ lims: [1, 'LIMS接口', 'LIMS interface'], third: [2, '第三方接口', 'Third-party interface'] });
/** How a body is written. */
export const bodyFormat = choices({ json: [1, 'JSON', 'JSON'], form: [2, '表单', 'Form'] });
/** How a call proves whose it is. Partners prove theirs by HMAC alone. */
export const authKind = choices({
  none: ['none', '无', 'None'],
  header: ['header', '请求头', 'Header'],
  basic: ['basic', 'Basic', 'Basic'],
  hmac: ['hmac', 'HMAC-SHA256', 'HMAC-SHA256'],
  md5: ['md5', 'MD5', 'MD5'],
});
const asked = {
  requisitionPush: ['requisitionPush', '推送申请单', 'Push requisitions'],
  requisitionCancel: ['requisitionCancel', '取消申请单', 'Cancel requisitions'],
  statusQuery: ['statusQuery', '查询状态', 'Ask for states'],
  reportQuery: ['reportQuery', '查询报告', 'Ask for reports'],
} as const;
/** What a partner may ask of us. */
export const partnerOperation = choices(asked);
/** The same, and what we tell a third party by ourselves (docs/interfaces.md#results). */
export const interfaceOperation = choices({ ...asked, resultPush: ['resultPush', '推送检验结果', 'Push results'] });

export const interfaceScreen = { route: '/op/interface', title: ['接口管理', 'Interfaces'] } as const;

/** A way in for a partner, or out to one (docs/interfaces.md). It is off until it was tested, and again whenever its address or secret changed. */
export const opInterface = defineResource({
  name: 'opInterface',
  title: ['接口', 'Interface'],
  service: 'op',
  path: 'op-interface',
  verbs: { page: 'list', list: 'getList', detail: 'detail', save: 'submit', enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'interfaceId',
  roles: { ops: ['view'] },
  display: { name: 'interfaceName', code: 'interfaceEncoding' },
  isPickedWhileOff: true,
  fields: {
    interfaceName: text('接口名称', 'Interface', { required: true, search: true, max: 50 }),
    interfaceEncoding: code('接口编码', 'Code', { required: true, unique: true, search: true, max: 50 }),
    interfaceType: choice('接口类型', 'Kind', interfaceType, { required: true, search: true }),
    thirdManufacturer: text('第三方厂商', 'Manufacturer', { search: true, max: 50 }),
    operations: choiceList('开放的操作', 'Operations', interfaceOperation, {
      column: false,
      help: [
        'LIMS接口: 对方可调用的操作; 第三方接口: 推送检验结果',
        'Of a LIMS interface: what the partner may ask; of a third party: results are pushed',
      ],
    }),
    apiUrl: text('接口地址', 'API address', {
      max: 200,
      isDestination: true,
      help: ['第三方接口: http(s)://…; 填 local 则只写入本机文件, 不外发', 'Of a third party: http(s)://…; with "local" calls stay in a file here'],
    }),
    bodyFormat: choice('报文格式', 'Format', bodyFormat, { column: false }),
    authKind: choice('认证方式', 'Authentication', authKind, { required: true, column: false, isDestination: true }),
    appKey: text('AppKey', 'App key', { max: 100, isDestination: true, column: false }),
    appSecret: secret('密钥', 'Secret'),
    timeoutSeconds: integer('超时', 'Time-out', { min: 1, max: 15, unit: 's', column: false, help: ['空为15', 'Empty: 15'] }),
    perMinute: integer('每分钟次数', 'Calls a minute', { min: 1, max: 6_000, column: false, help: ['空为60', 'Empty: 60'] }),
    burst: integer('突发次数', 'Burst', { min: 1, max: 1_000, column: false, help: ['空为20', 'Empty: 20'] }),
    maxParallel: integer('最大并发', 'At once', { min: 1, max: 20, column: false, help: ['空为2', 'Empty: 2'] }),
    ipAllowList: text('IP白名单', 'Allowed addresses', {
      max: 500,
      column: false,
      help: ['逗号分隔, 可写网段; 空为不限', 'Addresses and ranges with commas; empty: any'],
    }),
    laboratoryId: ref('签约检验所', 'Contract laboratory', 'laboratory', { required: true, search: true }),
    sendSampleClientIds: refList('送检单位', 'Sending clients', 'sendSampleClient', {
      help: ['LIMS接口及推送检验结果必填: 只涉及这些单位', 'Needed for a LIMS interface and where results are pushed: it is about these alone'],
    }),
    payloadDays: integer('报文保留天数', 'Days payloads are kept', { min: 1, max: 365, unit: 'd', column: false, help: ['空为30', 'Empty: 30'] }),
    testedTime: dateTime('测试通过时间', 'Tested', { readOnly: true, form: false }),
    remark: longText('备注', 'Remark'),
  },
  laboratoryField: 'laboratoryId',
});

/** What stands in an interface's place where nothing is said. */
export const interfaceDefaults = { timeoutSeconds: 15, perMinute: 60, burst: 20, maxParallel: 2, payloadDays: 30 } as const;
