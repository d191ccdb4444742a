import type { z } from 'zod';
import type { Fields } from './fields.ts';
import type { Foresight } from './foresight.ts';
import type { Label } from './label.ts';
import type { Many } from './many.ts';
import type { Outcome } from './outcome.ts';
import type { RoleAlias } from './roles.ts';
import type { Service } from './services.ts';

/** Who acts, when, and where from. Times are `yyyy-MM-dd HH:mm:ss`, Asia/Shanghai. */
export interface Acting {
  readonly user: ActingUser;
  /** Server time of the act (on a desk: the estimate of it). */
  readonly now: string;
  /** The desk's own time of the act, kept as evidence; null for calls that carry none. */
  readonly occurredAt: string | null;
  readonly deviceId: string | null;
}
export interface ActingUser {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly tenantId: string;
  readonly permissions: ReadonlySet<string>;
}

/** A command: what can be done, and its rule. One act of a person = one key = one transaction = one audit entry. */
export interface Command<Input = any, State = any, Change = any, Facts = any, Asks extends Fields = Fields, Answer = any, Payload = any> {
  /** `area.verb`, e.g. `handover.sign`. */
  readonly name: string;
  readonly title: Label;
  readonly service: Service;
  /** The wire's path below the service; POST. */
  readonly path: string;
  readonly permission: string;
  /** Seeded roles that may do it, by alias; the administrator may everything. */
  readonly roles: readonly RoleAlias[];
  /** Routes of the screens it is done on: their menus carry its right. Absent: those of the resource it is named after. */
  readonly screens?: readonly string[];
  /** Shape of the payload; the current one. */
  readonly input: z.ZodType<Input, Payload>;
  /** What a person is asked for it; the rest of the payload says what it is done to. Its drawer is drawn from them. */
  readonly asks?: Asks;
  /** At which of these a refusal is shown, by its code; any other stands above them. */
  readonly refusedAt?: Readonly<Record<string, keyof Asks & string>>;
  /** What comes of it, told before it is done. */
  readonly consequence?: Label;
  /** Takes something away: its button is red. */
  readonly isDanger?: boolean;
  /** Pictures a person may add: pages of this kind, of the requisition it is done to. */
  readonly pictures?: { readonly kind: number; readonly of: (input: Input) => string };
  /** What it answers, done or repeated. */
  readonly answer?: z.ZodType<Answer>;
  /** Its call does it to several at once, each an act of its own, and answers each (`manyAnswer`). */
  readonly many?: Many;
  /** Version of the payload shape; older ones are lifted by `upcast` (docs/offline.md#versions). */
  readonly version: number;
  /** Lifts a payload of an older version to the current shape. */
  readonly upcast?: (payload: unknown, version: number) => unknown;
  /** May be done without network: then `lanes` says which acts must stay in order. */
  readonly offline: boolean;
  /** Causal order, e.g. `req:A26000001`; the first is the main lane. */
  readonly lanes: (input: Input) => readonly string[];
  /** What a person recognises the act by: a code or a name, no personal data. */
  readonly subject: (input: Input) => string;
  /** Texts of the refusals `decide` can give, by code. */
  readonly refusals: Readonly<Record<string, Label>>;
  /** The rule: pure, the same on the screen, offline and inside the server's transaction. */
  readonly decide: (state: State, input: Input, acting: Acting) => Outcome<Change>;
  /** The state as far as a desk knows it, of what it looked up: `decide` then says before the act is saved what can be said. */
  readonly foresee?: (input: Input, facts: Facts) => Foresight<State>;
  /** What the server alone can tell, in words, of an act that is saved without looking anything up (no `foresee`). */
  readonly leftToServer?: readonly Label[];
}

/** A command as data plus its one rule; an identity function that infers the types. */
export function defineCommand<Input, State, Change, Facts = unknown, Asks extends Fields = Fields, Answer = any, Payload = any>(
  command: Command<Input, State, Change, Facts, Asks, Answer, Payload>,
): Command<Input, State, Change, Facts, Asks, Answer, Payload> & (Fields extends Asks ? unknown : { readonly asks: Asks }) {
  return command as Command<Input, State, Change, Facts, Asks, Answer, Payload> & { readonly asks: Asks };
}

/** Refusals every command can meet before its own rule speaks. */
export const commonRefusals: Readonly<Record<string, Label>> = {
  'command.forbidden': ['没有权限: {title}', 'Not permitted: {title}'],
  'command.badInput': ['填写有误,请检查标出的字段', 'Some fields need attention'],
  'command.failed': ['服务器处理时出错,未执行,请重试', 'The server failed on it and did nothing; try again'],
  'command.unknown': ['服务器不认识此操作,请升级', 'The server does not know this act; please update'],
  'command.keyReused': ['同一编号的操作内容不一致', 'This key was used for a different act'],
  'command.blocked': ['同一申请单的前一操作尚未解决', 'An earlier act of this requisition is unresolved'],
  'command.notFound': ['未找到: {what}', 'Not found: {what}'],
  'command.codeReplaced': [
    '条码 {code} 已作废: {by} 于 {at} 换为 {newCode},请扫描新条码',
    'Code {code} is void: {by} replaced it by {newCode} at {at}; scan the new one',
  ],
  'command.notYours': ['不属于您的检验所: {what}', 'Not of your laboratories: {what}'],
  'command.actOfOther': [
    '只有操作本人或有权处置该前台的主管可以放弃或替换此操作',
    'Only its author, or a supervisor in charge of that desk, can give up or replace this act',
  ],
  'blob.gone': ['图片已不在本机,请重新拍照', 'The picture is no longer on this computer; take it again'],
  'blob.differs': ['图片与其校验值不符,请重新拍照', 'The picture does not match its checksum; take it again'],
  'blob.noImage': ['服务器不认为这是图片', 'The server does not take it for a picture'],
  'blob.unreadable': ['加密的图片已损坏,请重新拍照', 'The sealed picture is damaged; take it again'],
  'blob.keyUnknown': ['服务器没有对应的密钥,请重新拍照', 'The server lacks the key it is sealed to; take it again'],
  'blob.missing': ['图片尚未传完,传完后自动重试', 'Its pictures have not arrived; it goes again after them'],
  'offline.tooLarge': ['内容过大,服务器不接收', 'Too large for the server'],
  'command.authorDiffers': ['只能由本人提交', 'Only its author can send it'],
  'command.authorUnproven': ['只能由本人登录后提交', 'Only its author can send it, signed in'],
  'command.badSignature': ['签名与内容不符,服务器未接收', 'The signature does not match; the server did not take it'],
  'command.unreadable': ['加密内容损坏,服务器无法读取', 'The sealed content is damaged; the server cannot read it'],
  'command.sealKeyUnknown': ['服务器没有对应的密钥,请本人重新提交', 'The server lacks the key it is sealed to; its author must submit it again'],
  'author.disabled': ['账号已停用,由服务器暂存待主管处置', 'The account is disabled: the server keeps it for a supervisor'],
  'author.removed': ['账号已删除,由服务器暂存待主管处置', 'The account is removed: the server keeps it for a supervisor'],
  'key.revoked': ['前台已吊销,由服务器暂存待主管处置', 'The desk was revoked: the server keeps it for a supervisor'],
  'time.future': ['操作时间晚于服务器时间,由服务器暂存待主管处置', 'Its time is in the future: the server keeps it for a supervisor'],
  'time.old': ['操作时间早于 7 天前,由服务器暂存待主管处置', 'Its time is more than seven days back: the server keeps it for a supervisor'],
  'time.beforeDesk': [
    '操作时间早于前台登记,由服务器暂存待主管处置',
    'Its time is before the desk was registered: the server keeps it for a supervisor',
  ],
  'time.beforeEarlier': [
    '操作时间早于该样本之前的操作,由服务器暂存待主管处置',
    'Its time is before what it follows from: the server keeps it for a supervisor',
  ],
  'time.afterKept': ['之前的操作因时间已暂存,一并待主管处置', 'An earlier act of it is kept for its time: a supervisor decides both'],
  'command.rejectedBySupervisor': ['主管已驳回: {reason}', 'Rejected by a supervisor: {reason}'],
};
