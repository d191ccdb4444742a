import {
  createOrders,
  createRechecks,
  forceReasonWire,
  generateOrders,
  type CreateChange,
  type CreateInput,
  type CreateState,
} from '#domain/bill/orders/orderCreate.ts';
import type { Acting } from '#domain/kernel/command.ts';
import type { Label } from '#domain/kernel/label.ts';
import { codesAsked, unknownCodes } from '#server/bill/linesByCodes.ts';
import { serveCommand } from '#server/kernel/http/serve.ts';
import type { Tx } from '#server/storage/tx.ts';
import { lockLines } from './orderLines.ts';
import { makeOrders } from './makeOrders.ts';

const unknownCode: Label = ['没有此条码的计费明细', 'No billable line of this code'];

const half = {
  async load(tx: Tx, { lineIds = [], sampleCodes = [] }: CreateInput, { user }: Acting): Promise<CreateState> {
    if (lineIds.length > 0) return { lines: await lockLines(tx, user, { ids: lineIds }), unknown: [] };
    const codes = codesAsked(sampleCodes.join('\n'));
    const lines = codes.length === 0 ? [] : await lockLines(tx, user, { codes });
    const ids = lines.map(({ lineId }) => lineId);
    return { lines, unknown: await unknownCodes(tx, user.tenantId, codes, ids) };
  },
  async write(
    tx: Tx,
    { change, input, acting: { user, now } }: { readonly change: CreateChange; readonly input: CreateInput; readonly acting: Acting },
  ) {
    const orders = await makeOrders(tx, change.groups, { user, now, forceReason: input[forceReasonWire] ?? null });
    const taken = change.groups.flatMap(({ lines }) => lines);
    return {
      orders,
      rows: [
        ...taken.map(({ lineId: id, sampleCode: code }) => ({ id, code, success: true, msg: null, text: null })),
        ...change.refused.map(({ id, code, reasons }) => ({ id, code, success: false, msg: reasons[0], text: reasons })),
        ...change.unknown.map((code) => ({ id: '', code, success: false, msg: unknownCode[0], text: unknownCode })),
      ],
    };
  },
};

/** 开单: of lines and of pasted codes. */
export const createActs = [serveCommand(createOrders, half), serveCommand(createRechecks, half), serveCommand(generateOrders, half)];
