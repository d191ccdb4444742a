import { z } from 'zod';
import { forceOrders } from '#domain/bill/billRights.ts';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { labelShape, shape } from '#domain/kernel/contract.ts';
import { text } from '#domain/kernel/fields.ts';
import { idList } from '#domain/kernel/ids.ts';
import { accept, refuse, type Outcome } from '#domain/kernel/outcome.ts';
import { orderGroups, mostLines, type OrderGroup } from './orderGroups.ts';
import { forcible, isRecheckKind, reasonText, selectable, type PoolLine, type SelectReason } from './selectable.ts';

/** The contract's own spelling. */
export const forceReasonWire = 'forceReson';
const asks = { [forceReasonWire]: text('强制原因', 'Why it is forced', { max: 200 }) } as const;
const input = z.object({
  lineIds: idList(mostLines).optional(),
  sampleCodes: z.array(z.string().max(64)).max(mostLines).optional(),
  forced: z.literal([0, 1]).default(0),
  ...partsOfFields(asks),
});
export type CreateInput = z.output<typeof input>;
/** The lines that were asked for, and codes no line in sight has. */
export interface CreateState {
  readonly lines: readonly PoolLine[];
  readonly unknown: readonly string[];
}
interface RefusedLine {
  readonly id: string;
  readonly code: string;
  readonly reasons: readonly [zh: string, en: string];
}
export interface CreateChange {
  readonly groups: readonly OrderGroup[];
  readonly refused: readonly RefusedLine[];
  readonly unknown: readonly string[];
}

/** What was made, and of each line what became of it: `msg` for who reads one language, `text` for the console. */
export const createAnswer = shape({
  orders: z.array(shape({ orderId: z.string(), orderNo: z.string(), totalQty: z.int(), totalAmountStr: z.string() })),
  rows: z.array(shape({ id: z.string(), code: z.string(), success: z.boolean(), msg: z.string().nullable(), text: labelShape.nullable() })),
});

interface Kind {
  readonly name: string;
  readonly path: string;
  readonly permission: string;
  readonly isRecheck: boolean;
  readonly screens: readonly string[];
}
/** 开单: lines become orders by what they have in common; those that cannot are told why (docs/bill.md#orders). */
const createCommand = ({ name, path, permission, isRecheck, screens }: Kind) =>
  defineCommand({
    name,
    title: isRecheck ? ['复检开单', 'Order rechecks'] : ['开单', 'Make orders'],
    service: 'bill',
    path,
    permission,
    roles: permission === 'salesBillPool_generate' ? ['billing', 'sales', 'ops'] : ['billing'],
    screens,
    input,
    asks,
    refusedAt: { 'order.reasonMissing': forceReasonWire },
    answer: createAnswer,
    version: 1,
    offline: false,
    lanes: () => ['bill'],
    subject: ({ lineIds, sampleCodes }) => sampleCodes?.[0] ?? lineIds?.[0] ?? '',
    refusals: {
      'order.notSelectable': ['样本{code}不能开单: {reasons}', '{code}: {reasons}'],
      'order.unknownCodes': ['没有这些条码的计费明细: {codes}', 'No billable lines of these codes: {codes}'],
      'order.reasonMissing': ['请输入强制原因', 'Give a reason'],
      'order.forceForbidden': ['没有权限强制开单', 'Not permitted to force an order'],
      'order.noLines': ['请选择样本', 'Choose samples'],
      'order.taken': ['样本{code}已在订单{no}', '{code} is in order {no}'],
    },
    decide({ lines, unknown }: CreateState, asked: CreateInput, { user }): Outcome<CreateChange> {
      const isForced = asked.forced === 1;
      if (isForced && !user.permissions.has(forceOrders.code)) return refuse('order.forceForbidden');
      if (isForced && !asked[forceReasonWire]?.trim()) return refuse('order.reasonMissing');
      if (lines.length === 0)
        return unknown.length > 0 ? refuse('order.unknownCodes', { codes: unknown.slice(0, 5).join('、') }) : refuse('order.noLines');
      const against = lines.map((line): { readonly line: PoolLine; readonly reasons: readonly SelectReason[] } => {
        const reasons = isForced ? forcible(line) : selectable(line);
        const odd: SelectReason[] = isRecheckKind(line.businessType) === isRecheck ? [] : [isRecheck ? 'plain' : 'recheck'];
        return { line, reasons: [...reasons, ...odd] };
      });
      const refused = against
        .filter(({ reasons }) => reasons.length > 0)
        .map(({ line, reasons }): RefusedLine => ({
          id: line.lineId,
          code: line.sampleCode,
          reasons: [reasonText(line, reasons, 'zh'), reasonText(line, reasons, 'en')],
        }));
      const taken = against.filter(({ reasons }) => reasons.length === 0).map(({ line }) => line);
      const [first] = refused;
      if (taken.length > 0 || !first) return accept({ groups: orderGroups(taken), refused, unknown });
      const [only] = against;
      if (against.length === 1 && only?.reasons[0] === 'ordered') return refuse('order.taken', { code: first.code, no: only.line.orderNo ?? '' });
      return refuse('order.notSelectable', { code: first.code, reasons: [...first.reasons] });
    },
  });

export const poolScreen = '/bill/order';
export const unorderedScreen = '/search/reportedNoOrder';
export const recheckScreen = '/bill/recheckOrderManage';
export const createOrders = createCommand({
  name: 'order.create',
  path: 'order/createOrder',
  permission: 'order_create',
  isRecheck: false,
  screens: [poolScreen],
});
export const createRechecks = createCommand({
  name: 'recheckOrder.create',
  path: 'recheckOrder/createOrder',
  permission: 'recheckOrder_create',
  isRecheck: true,
  screens: [poolScreen],
});
/** The same from the pool of what was reported and not ordered. */
export const generateOrders = createCommand({
  name: 'salesBillPool.generate',
  path: 'salesBillPool/generateOrder',
  permission: 'salesBillPool_generate',
  isRecheck: false,
  screens: [unorderedScreen],
});
