import type { ActingUser } from '#domain/kernel/command.ts';
import type { DeApprovalOperate } from '#domain/lab/reversal/deApprovalChoices.ts';
import type { Tx } from '#server/storage/tx.ts';
import type { Mark } from '../line.ts';

/**
 * Withdraws an issued report within an act of another area that two persons have decided (docs/orderChange.md#reports). Its tasks were loaded by
 * `loadTasks` before: the report is in the person's sight.
 */
export type WithdrawReport = (
  tx: Tx,
  user: ActingUser,
  asked: { readonly reportId: string; readonly operate: DeApprovalOperate; readonly reason: string },
  mark: Mark,
) => Promise<void>;
