import { sql } from 'drizzle-orm';
import { linesOf, pricedFor } from '#server/bill/lines/linesTesting.ts';
import { waitingTasks } from '#server/lab/tasks/taskTesting.ts';
import type { Prepare } from './preparedAct.ts';

/** Acts on billable lines, for the walks of laboratories and tenants. */
export const foreignLineActs: Readonly<Record<string, Readonly<Record<string, Prepare>>>> = {
  'salesLine.reprice': {
    async line(desk) {
      const { sampleCodes } = await waitingTasks(desk);
      const [line] = await linesOf(desk, sampleCodes[0]!);
      if (!line) throw new Error('what was entered has no line');
      await desk.orm.execute(
        sql`delete from price_policy where send_sample_client_id = ${desk.master.clientId} and commodity_id = ${line.commodityId}`,
      );
      await pricedFor(desk, line.commodityId, 4_200);
      return { lineId: line.id, reason: '合同更正' };
    },
  },
};
