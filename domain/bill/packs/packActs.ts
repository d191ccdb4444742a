import { z } from 'zod';
import { packSending, packStatus } from '#domain/bill/billChoices.ts';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { shape } from '#domain/kernel/contract.ts';
import { dateTime, longText, ref, refList, text } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import { accept, conflict, refuse, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';

export const packScreen = '/bill/systemPack';

/** So many lines a pack takes at most: three months of a large house. */
export const mostPacked = 200_000;

const asks = {
  taskName: text('打包名称', 'Pack name', { required: true }),
  auditTimeStart: dateTime('报告审核时间起', 'Audited from', { required: true }),
  auditTimeEnd: dateTime('报告审核时间止', 'Audited until', { required: true }),
  contractLaboratoryId: ref('签约检验所', 'Contract laboratory', 'laboratory'),
  billCustomerIds: refList('结算客户', 'Billing customers', 'client', { help: ['不选则为全部', 'None chosen: all'] }),
  remark: longText('备注', 'Remark'),
} as const;
const createInput = z.object(partsOfFields(asks));
export type CreatePackInput = z.output<typeof createInput>;
export interface CreatePackState {
  /** Open lines of the person's sight that the pack would take; no more than one above `mostPacked` is counted. */
  readonly total: number;
}

/** 新建打包: all open lines of a time become orders, by a job (docs/bill.md#packs). */
export const createPack = defineCommand({
  name: 'orderSystem.create',
  title: ['新建打包', 'New pack'],
  service: 'bill',
  path: 'orderSystem/createOrderBySystem',
  permission: 'orderSystem_create',
  roles: ['billing'],
  screens: [packScreen],
  consequence: [
    '期间内可开单的样本按结算单位等分组生成订单, 其余列出原因; 后台进行, 可离开',
    'What can be ordered of that time becomes orders, group by group; of the rest it is said why. It goes on behind the screen: you may leave',
  ],
  input: createInput,
  asks,
  refusedAt: { 'pack.backwards': 'auditTimeEnd', 'pack.empty': 'auditTimeEnd', 'pack.tooMany': 'auditTimeEnd' },
  answer: shape({ taskId: z.string(), total: z.int() }),
  version: 1,
  offline: false,
  lanes: () => ['bill'],
  subject: ({ taskName }) => taskName,
  refusals: {
    'pack.backwards': ['止不能早于起', 'It would end before it begins'],
    'pack.empty': ['此期间没有待开单的样本', 'Nothing of that time is to be ordered'],
    'pack.tooMany': ['一次最多打包 {most} 条明细, 请缩短期间', 'At most {most} lines at once: take a shorter time'],
  },
  decide({ total }: CreatePackState, { auditTimeStart, auditTimeEnd }: CreatePackInput): Outcome<{ readonly total: number }> {
    if (auditTimeEnd < auditTimeStart) return refuse('pack.backwards');
    if (total === 0) return refuse('pack.empty');
    return total > mostPacked ? refuse('pack.tooMany', { most: mostPacked }) : accept({ total });
  },
});

/** A pack as its acts find it, locked; what it counts is within the person's sight. */
export interface KnownPack {
  readonly taskId: string;
  readonly taskName: string;
  /** `packStatus`. */
  readonly status: number;
  /** `packSending`. */
  readonly sendState: number;
  /** Lines that became no order. */
  readonly totalFalse: number;
  /** Orders of it that were not sent. */
  readonly unsentCount: number;
}
export interface PackState {
  readonly pack: KnownPack | null;
}
const refusals = {
  'pack.unknown': ['没有此打包', 'No such pack'],
  'pack.packing': ['{name} 正在打包', '{name} is being packed'],
  'pack.sending': ['{name} 正在发送', '{name} is being sent'],
  'pack.noFails': ['{name} 没有失败的样本', 'Nothing of {name} failed'],
  'pack.nothingToSend': ['{name} 没有未发送的订单', '{name} has no order that was not sent'],
} as const;
type PackRowFacts = Omit<KnownPack, 'taskId'>;

const busyRefusal = ({ taskName: name, status, sendState }: Pick<PackRowFacts, 'taskName' | 'status' | 'sendState'>): Refusal | null =>
  status === packStatus.packing ? conflict('pack.packing', { name }) : sendState === packSending.sending ? conflict('pack.sending', { name }) : null;
/** What speaks against trying anew what failed in a pack, as far as its row tells; null: nothing. */
export const retryPackRefusal = (pack: PackRowFacts): Refusal | null =>
  busyRefusal(pack) ?? (pack.totalFalse === 0 ? refuse('pack.noFails', { name: pack.taskName }) : null);
/** … against sending its orders. */
export const sendPackRefusal = (pack: PackRowFacts): Refusal | null =>
  busyRefusal(pack) ?? (pack.unsentCount === 0 ? refuse('pack.nothingToSend', { name: pack.taskName }) : null);

const judged = ({ pack }: PackState, against: (pack: PackRowFacts) => Refusal | null): Outcome<KnownPack> =>
  pack === null ? refuse('pack.unknown') : (against(pack) ?? accept(pack));
const common = {
  service: 'bill',
  roles: ['billing'],
  screens: [packScreen],
  many: { of: 'taskIds', keys: ['taskId'] },
  answer: shape({ taskId: z.string() }),
  refusals,
  version: 1,
  offline: false,
  lanes: ({ taskId }: { readonly taskId: string }) => [`pack:${taskId}`],
  subject: ({ taskId }: { readonly taskId: string }) => taskId,
} as const;

/** 重试失败: what failed is looked at again, and ordered where nothing speaks against it any more. */
export const retryPacks = defineCommand({
  ...common,
  name: 'orderSystem.retry',
  title: ['重试失败', 'Try what failed again'],
  path: 'orderSystem/retry',
  permission: 'orderSystem_create',
  consequence: ['重新判断失败的样本, 可开单的继续生成订单', 'What failed is judged anew; what can be ordered now becomes orders'],
  input: z.object({ taskId: idText }),
  asks: {},
  decide: (state: PackState) => judged(state, retryPackRefusal),
});

const asksToSend = { reconciliationTime: dateTime('对账时间', 'Reconciliation time', { required: true }) } as const;
/** 发送: every order of the pack that was not sent yet, by a job; each by the rule it is sent by alone. */
export const sendPacks = defineCommand({
  ...common,
  name: 'orderSystem.send',
  title: ['发送打包订单', 'Send a pack’s orders'],
  path: 'orderSystem/sendByTaskIds',
  permission: 'order_send',
  consequence: [
    '逐个发送其未发送的订单, 不能发送的列出原因',
    'Its orders that were not sent are sent one after another; of those that cannot be it is said why',
  ],
  input: z.object({ taskId: idText, ...partsOfFields(asksToSend) }),
  asks: asksToSend,
  decide: (state: PackState) => judged(state, sendPackRefusal),
});
