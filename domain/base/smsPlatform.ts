import { choices } from '#domain/kernel/choices.ts';
import { choice, longText, secret, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';

/** How a provider wants its fields. */
export const smsFormat = choices({ form: [1, '表单', 'Form'], json: [2, 'JSON', 'JSON'] });
/** Whether messages may go through it (docs/contract.md#fields-and-codes). */
export const platformStatus = choices({ on: [0, '启用', 'In use'], off: [1, '停用', 'Not in use'] });

/** An account at a provider of text messages (docs/contract.md#fields-and-codes). */
export const smsPlatform = defineResource({
  name: 'smsPlatform',
  title: ['短信平台', 'SMS platform'],
  service: 'base',
  path: 'baseSmsPlatform',
  verbs: { page: 'list', list: 'searchList', detail: 'detail', save: 'submit', remove: 'remove' },
  id: 'smsPlatformId',
  roles: { ops: ['view'] },
  display: { name: 'platformName' },
  fields: {
    platformName: text('平台名称', 'Name', { required: true, unique: true, search: true, max: 50 }),
    resourcesName: text('资源名称', 'Resource', { search: true, max: 50, isDestination: true }),
    signature: text('短信签名', 'Signature', { max: 20, help: ['不含【】', 'Without brackets'] }),
    url: text('接口地址', 'API address', {
      required: true,
      max: 200,
      isDestination: true,
      help: ['http(s)://…; 填 local 则只写入本机文件, 不外发', 'http(s)://…; with "local" messages stay in a file here'],
    }),
    format: choice('报文格式', 'Format', smsFormat, { required: true, column: false }),
    userName: text('账号', 'Account', { max: 100, isDestination: true }),
    password: secret('密码', 'Password'),
    appkey: secret('AppKey', 'App key'),
    receiptKey: secret('回执密钥', 'Receipt key', {
      help: [
        '平台向回执地址(列表中复制)POST 时, 以此密钥对请求体做 HMAC-SHA256 (hex), 放在 x-signature 头; 不填则不收回执',
        'HMAC-SHA256 (hex) of the body by this key, in x-signature of what is posted to the receipt address; empty: no receipts',
      ],
    }),
    successText: text('成功标志', 'Success mark', {
      max: 50,
      column: false,
      help: ['应答中出现此文字才算发送成功; 不填则看HTTP状态', 'Counts as sent only if the answer contains it; empty: by HTTP status'],
    }),
    status: choice('状态', 'State', platformStatus, { required: true, search: true }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/basic/smsPlatform', title: ['短信平台管理', 'SMS platforms'] }],
});
