import { isMailAddress } from '#domain/base/mailAddress.ts';
import { check, type Problem } from '#domain/kernel/check.ts';
import { choices } from '#domain/kernel/choices.ts';
import { choice, decimal, integer, text, type Field, type FieldOptions } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import { isMobile } from '#domain/sample/rules/phone.ts';

/** A parameter that the product itself reads; one value for the whole installation, kept by the platform. */
export interface Policy {
  /** Its `paramKey`. */
  readonly key: string;
  readonly title: Label;
  /** What it does, in the words of whoever sets it. */
  readonly about: Label;
  /** How its value is typed and checked. */
  readonly field: Field;
  /** Where nobody set it, as text. */
  readonly usual: string;
  /** The environment variable that settles it from outside, where there is one. */
  readonly variable?: string;
}

export const yesNo = choices({ yes: [1, '是', 'Yes'], no: [0, '否', 'No'] });
const value: Label = ['参数键值', 'Value'];
const whole = (options: FieldOptions): Field => integer(...value, { required: true, ...options });

/** Every policy, in the order of the screen. */
export const policies = {
  isCaptchaOn: {
    key: 'login.captcha',
    title: ['登录验证码', 'Captcha at login'],
    about: ['登录时是否要求输入图形验证码', 'Whether a login asks for the captcha'],
    field: choice(...value, yesNo, { required: true }),
    usual: '1',
    variable: 'CAPTCHA',
  },
  isSecondFactorAsked: {
    key: 'login.adminSecondFactor',
    title: ['管理员双重验证', 'Second factor of administrators'],
    about: [
      '管理员登录时是否必须使用动态验证码; 尚未设置的在登录时设置',
      'Whether administrators need an authenticator to log in; who has none sets it up at their next login',
    ],
    field: choice(...value, yesNo, { required: true }),
    usual: '0',
  },
  allowedFailures: {
    key: 'account.failCount',
    title: ['登录失败次数', 'Failed logins'],
    about: ['同一账号连续失败这么多次后锁定', 'So many failures in a row lock an account'],
    field: whole({ min: 3, max: 50 }),
    usual: '5',
  },
  addressFailures: {
    key: 'address.failCount',
    title: ['同一地址失败次数', 'Failures of an address'],
    about: [
      '同一地址在锁定时长内失败这么多次后, 到时长结束前不能登录; 成功登录不清零',
      'So many failures from an address within the lock-out time close it until that time is over; a success does not count them away',
    ],
    field: whole({ min: 5, max: 10_000 }),
    usual: '50',
  },
  accountLockMinutes: {
    key: 'account.lockMinutes',
    title: ['失败锁定时长', 'Lock-out'],
    about: ['失败过多的账号或地址锁定多久', 'For how long too many failures lock'],
    field: whole({ min: 1, max: 1440, unit: 'min' }),
    usual: '30',
  },
  passwordDays: {
    key: 'account.passwordDays',
    title: ['密码有效期', 'Password age'],
    about: ['密码超过这么多天须修改; 0 为不过期', 'A password older than this must be changed; 0: never'],
    field: whole({ min: 0, max: 3650, unit: 'd' }),
    usual: '0',
    variable: 'PASSWORD_DAYS',
  },
  tokenSeconds: {
    key: 'session.tokenSeconds',
    title: ['令牌刷新时间', 'Token renewal'],
    about: ['客户端在令牌使用这么久后自动刷新', 'Clients renew a token of this age'],
    field: whole({ min: 30, max: 3600, unit: 's' }),
    usual: '3000',
    variable: 'TOKEN_SECONDS',
  },
  sessionDays: {
    key: 'session.days',
    title: ['登录最长时间', 'Longest sign-in'],
    about: ['一次登录最长有效天数, 到期须重新登录', 'Days after which a sign-in ends, however often it was renewed'],
    field: whole({ min: 1, max: 365, unit: 'd' }),
    usual: '30',
  },
  loginsPerMinute: {
    key: 'limit.logins',
    title: ['每分钟登录请求', 'Logins a minute'],
    about: [
      '同一地址每分钟的登录、验证码、短信码请求各自的上限; 0 为不限',
      'Most logins, captchas and phone codes, each, from one address in a minute; 0: no limit',
    ],
    field: whole({ min: 0, max: 100_000 }),
    usual: '600',
  },
  sheetsPerMinute: {
    key: 'limit.sheets',
    title: ['每分钟导入导出打印', 'Sheets a minute'],
    about: [
      '一次登录每分钟的导出、导入、打印请求各自的上限, 同一地址为其 50 倍; 0 为不限',
      'Most exports, imports and prints, each, of one session in a minute, fifty times that from one address; 0: no limit',
    ],
    field: whole({ min: 0, max: 100_000 }),
    usual: '240',
  },
  bigPagesPerMinute: {
    key: 'limit.bigPages',
    title: ['每分钟大页查询', 'Big pages a minute'],
    about: [
      '一次登录每分钟超过 100 行的列表页上限, 同一地址为其 50 倍; 0 为不限',
      'Most pages of more than 100 rows of one session in a minute, fifty times that from one address; 0: no limit',
    ],
    field: whole({ min: 0, max: 100_000 }),
    usual: '600',
  },
  grantHours: {
    key: 'offline.grantHours',
    title: ['离线解锁时限', 'Offline unlock'],
    about: ['最近一次联网后, 断网时仍可在本机解锁多久', 'For how long after the last contact a desk may be unlocked without network'],
    field: decimal(...value, { required: true, min: 0, max: 168, scale: 1, unit: 'h' }),
    usual: '12',
  },
  lockMinutes: {
    key: 'offline.lockMinutes',
    title: ['空闲锁屏', 'Idle lock'],
    about: ['前台空闲多久自动锁屏; 0 为不锁。前台下次登录后生效', 'After how long untouched a desk locks itself; 0: never. From its next login on'],
    field: whole({ min: 0, max: 480, unit: 'min' }),
    usual: '15',
  },
  silentMinutes: {
    key: 'offline.silentMinutes',
    title: ['前台失联告警', 'Silent desks'],
    about: ['有未传操作的前台多久无联系即告警', 'After how long without a word a desk that owes something raises an alarm'],
    field: whole({ min: 1, max: 1440, unit: 'min' }),
    usual: '30',
  },
  workingHours: {
    key: 'offline.workingHours',
    title: ['前台工作时段', 'Working hours of desks'],
    about: [
      '仅在此时段内告警, 例如 08:00-20:00; 有工作日历的年份仅限工作日',
      'When silence counts, e.g. 08:00-20:00; on working days alone where the year has a work calendar',
    ],
    field: text(...value, { required: true, max: 11 }),
    usual: '08:00-20:00',
  },
  smsHours: {
    key: 'sms.hours',
    title: ['短信发送时段', 'Hours of text messages'],
    about: ['只在此时段内给受检者发送报告短信, 例如 08:00-21:00', 'When patients are sent text messages about reports, e.g. 08:00-21:00'],
    field: text(...value, { required: true, max: 11 }),
    usual: '08:00-21:00',
  },
  loginLogDays: {
    key: 'log.loginDays',
    title: ['登录日志保留', 'Login log'],
    about: ['登录日志保留天数, 每日清理; 0 为永久。操作日志永久保留', 'Days it is kept, pruned daily; 0: for ever. The operation log is always kept'],
    field: whole({ min: 0, max: 3650, unit: 'd' }),
    usual: '365',
  },
  errorLogDays: {
    key: 'log.errorDays',
    title: ['错误日志保留', 'Error log'],
    about: ['前端上传的错误日志保留天数, 每日清理; 0 为永久', 'Days that faults uploaded by clients are kept, pruned daily; 0: for ever'],
    field: whole({ min: 0, max: 3650, unit: 'd' }),
    usual: '90',
  },
  alarmAddresses: {
    key: 'operations.alarmTo',
    title: ['系统告警接收', 'Alarms go to'],
    about: [
      '系统运行告警发给谁: 邮箱或手机号, 用英文逗号分隔; - 为不发送',
      'Who is told of alarms of the installation: mail addresses or mobile numbers, with commas; -: nobody',
    ],
    field: text(...value, { required: true, max: 500 }),
    usual: '-',
  },
  backupHours: {
    key: 'operations.backupHours',
    title: ['备份间隔告警', 'Age of the backup'],
    about: ['最近一次备份超过这么多小时即告警; 0 为不告警', 'A last backup older than this raises an alarm; 0: none'],
    field: whole({ min: 0, max: 8760, unit: 'h' }),
    usual: '26',
  },
  drillDays: {
    key: 'operations.drillDays',
    title: ['恢复演练间隔告警', 'Age of the restore drill'],
    about: ['距最近一次恢复演练超过这么多天即告警; 0 为不告警', 'A last restore older than this raises an alarm; 0: none'],
    field: whole({ min: 0, max: 3650, unit: 'd' }),
    usual: '0',
  },
  reportAddress: {
    key: 'report.publicAddress',
    title: ['报告公开地址', 'Public address of reports'],
    about: [
      '受检者和客户从外部核验、打开报告的网址, 如 https://report.example.com; - 为未设置: 二维码不能扫码打开, 邮件链接不能发送',
      'Where readers outside verify and open reports, like https://report.example.com; -: none, codes on reports lead nowhere and links cannot be mailed',
    ],
    field: text(...value, { required: true, max: 200 }),
    usual: '-',
  },
} as const satisfies Readonly<Record<string, Policy>>;

export type PolicyName = keyof typeof policies;
export const policyNames = Object.keys(policies) as readonly PolicyName[];

/** The policy of a parameter's key, in any case; undefined for a parameter that the product does not read. */
export function policyOf(paramKey: string): Policy | undefined {
  const key = paramKey.trim().toLowerCase();
  return policyNames.map((name): Policy => policies[name]).find((policy) => policy.key.toLowerCase() === key);
}

/** What is wrong with a value, as faults of the field `paramValue`. */
export function policyProblems(policy: Policy, given: unknown): readonly Problem[] {
  const { problems } = check({ paramValue: policy.field }, { paramValue: given });
  const isRight = shapes[policy.key];
  if (problems.length > 0 || !isRight || isRight(String(given).trim())) return problems;
  return [{ field: 'paramValue', code: 'wrongShape', params: { label: value } }];
}

/** Texts that must look a certain way, by key. */
const shapes: Readonly<Record<string, (given: string) => boolean>> = {
  [policies.workingHours.key]: isHours,
  [policies.smsHours.key]: isHours,
  [policies.alarmAddresses.key]: (given) =>
    given === policies.alarmAddresses.usual || addressesOf(given).every((one) => isMobile(one) || isMailAddress(one)),
  [policies.reportAddress.key]: (given) => given === policies.reportAddress.usual || isOrigin(given),
};
/** The addresses of a list with commas. */
export const addressesOf = (given: string): readonly string[] =>
  given
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== policies.alarmAddresses.usual);
/** `https://host[:port]` and nothing behind it: it is printed on paper for years. */
const isOrigin = (given: string): boolean => /^https:\/\/[a-z\d]([a-z\d.-]*[a-z\d])?(:\d{1,5})?$/i.test(given);

/** `HH:mm-HH:mm`, the first before the second. */
function isHours(given: string): boolean {
  const found = /^([01]\d|2[0-3]):([0-5]\d)-(([01]\d|2[0-3]):[0-5]\d|24:00)$/.exec(given);
  const [from = '', to = ''] = given.split('-');
  return found !== null && from < to;
}

/** Values as the product works with them. */
export interface PolicyValues extends Readonly<Record<Exclude<PolicyName, YesOrNo | TextPolicy>, number>>, Readonly<Record<TextPolicy, string>> {
  readonly isCaptchaOn: boolean;
  readonly isSecondFactorAsked: boolean;
}
type YesOrNo = 'isCaptchaOn' | 'isSecondFactorAsked';
const textPolicies = ['workingHours', 'smsHours', 'reportAddress', 'alarmAddresses'] as const satisfies readonly PolicyName[];
type TextPolicy = (typeof textPolicies)[number];
const isText = (name: PolicyName): name is TextPolicy => (textPolicies as readonly PolicyName[]).includes(name);

/** The values of these parameters (key -> value, keys in lower case); what is missing or malformed is as usual. */
export function policyValuesOf(given: ReadonlyMap<string, string>): PolicyValues {
  const textOf = (name: PolicyName): string => {
    const policy: Policy = policies[name];
    const found = given.get(policy.key.toLowerCase());
    return found === undefined || policyProblems(policy, found).length > 0 ? policy.usual : found.trim();
  };
  const entries = policyNames.map((name) => {
    const found = textOf(name);
    return [name, name.startsWith('is') ? found === String(yesNo.yes) : isText(name) ? found : Number(found)] as const;
  });
  return Object.fromEntries(entries) as unknown as PolicyValues;
}
