import { sql } from 'drizzle-orm';
import { removeLogs, removeThirdLogs, type LogState } from '#domain/op/interfaceLog.ts';
import { interfaceType } from '#domain/op/opInterface.ts';
import { serveCommand, type ServedCommand } from '#server/kernel/http/serve.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRow } from '#server/storage/readRows.ts';
import { allOf } from '#server/storage/sqlParts.ts';

/** Hides a line of one kind of calls and drops what it said. */
const removal = (command: typeof removeLogs, type: number): ServedCommand =>
  serveCommand(command, {
    async load(tx, { id }, { user }): Promise<LogState> {
      const log = await readRow<NonNullable<LogState['log']>>(
        tx,
        sql`select l.id::text as interface_log_id, l.is_deleted = 1 as is_removed from interface_log l where ${allOf([
          sql`l.tenant_id = ${user.tenantId}`,
          sql`l.id = ${id}`,
          sql`l.interface_type = ${type}`,
          inLaboratories(sql`l.laboratory_id`, await laboratoriesOf(tx, user)),
        ])} for update`,
      );
      return { log: log ?? null };
    },
    async write(tx, { change, acting: { user } }) {
      const { interfaceLogId } = change;
      await tx.execute(sql`update interface_log set is_deleted = 1 where tenant_id = ${user.tenantId} and id = ${interfaceLogId}`);
      await tx.execute(sql`delete from interface_payload where tenant_id = ${user.tenantId} and log_id = ${interfaceLogId}`);
      return { interfaceLogId };
    },
  });

/** `interfaceLog.removeThird`, `interfaceLog.remove`. */
export const logActs: readonly ServedCommand[] = [removal(removeThirdLogs, interfaceType.third), removal(removeLogs, interfaceType.lims)];
