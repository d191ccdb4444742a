import { backfillJob } from '#server/kernel/http/backfill.ts';
import type { JobKind } from '#server/kernel/http/jobs.ts';
import { backfillTasks } from '#server/spine/tasks/backfillTasks.ts';
import type { Database } from '#server/storage/database.ts';

/** `labTask.backfill`: what was received before tasks were kept gets its tasks (docs/lab.md#tasks), 500 tubes a transaction. */
export const taskBackfill = (database: Database): JobKind<object> =>
  backfillJob(database, {
    name: 'labTask.backfill',
    doneSetting: 'lab.tasksBackfilled',
    ofTenant: async (tenantId, signal) => void (await backfillTasks(database, { tenantId, isLegacy: 1, signal })),
  });
