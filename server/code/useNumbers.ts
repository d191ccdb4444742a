import { sql } from 'drizzle-orm';
import { numberOf } from '#domain/code/numberBlock.ts';
import { useNumbers, numberState, type BlockState, type UsedNumber, type UseNumbersState } from '#domain/code/useNumbers.ts';
import { jobKind } from '#domain/code/printJob.ts';
import { serveCommand } from '#server/kernel/http/serve.ts';
import { inSight } from '#server/spine/loading.ts';
import { numberUseTable } from '#server/storage/codeTables.ts';
import { insertInto } from '#server/storage/insertInto.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { insertRun } from './printRun.ts';

interface BlockRow {
  readonly segmentId: string;
  readonly firstNumber: string;
  readonly lastNumber: string;
  readonly state: BlockState;
  readonly deviceId: string;
  readonly prefix: string;
  readonly digits: number | string;
  readonly codeType: number;
  readonly laboratoryId: string | null;
}

/** `numberBlock.use`. The block's row is locked, so that its desk gives nothing back meanwhile; a number taken twice breaks on its key. */
export const servedUseNumbers = serveCommand(useNumbers, {
  async load(tx, { blockId, codes }, { user }): Promise<UseNumbersState> {
    const row = await readRow<BlockRow>(
      tx,
      sql`select b.segment_id, b.first_number, b.last_number, b.state, b.device_id, upper(coalesce(s.prefix, '')) as prefix, s.digits,
          s.code_type, s.laboratory_id::text as laboratory_id
        from number_block b join number_segment s on s.tenant_id = b.tenant_id and s.id = b.segment_id
        where b.tenant_id = ${user.tenantId} and b.id = ${blockId} and ${inSight(user, sql`s.laboratory_id`)} for update of b`,
    );
    if (!row) return { block: null, used: [] };
    const block = {
      segmentId: row.segmentId,
      prefix: row.prefix,
      digits: Number(row.digits),
      first: Number(row.firstNumber),
      last: Number(row.lastNumber),
      state: row.state,
      deviceId: row.deviceId,
      codeType: row.codeType,
      laboratoryId: row.laboratoryId,
    };
    const numbers = codes.flatMap((code) => numberOf(block, code) ?? []);
    const used = await readRows<Omit<UsedNumber, 'number'> & { number: string }>(
      tx,
      sql`select number, code, block_id, state, user_name, print_time from number_use
        where tenant_id = ${user.tenantId} and segment_id = ${block.segmentId} and number = any(${sql.param(numbers)}::bigint[])`,
    );
    return { block, used: used.map((each) => ({ ...each, number: Number(each.number) })) };
  },
  async write(tx, { state: { block }, change, acting, opId }) {
    if (!block) throw new Error('used numbers of a block that was not loaded');
    const { action, blockId, numbers, codes, printTime, reason } = change;
    const { tenantId, id: userId, name: userName } = acting.user;
    const meant = sql`tenant_id = ${tenantId} and segment_id = ${block.segmentId} and number = any(${sql.param([...numbers])}::bigint[])`;
    if (action === 'print') {
      const rows = numbers.map((number, index) => ({
        tenantId,
        segmentId: block.segmentId,
        number,
        code: codes[index],
        blockId,
        state: numberState.printed,
        deviceId: block.deviceId,
        opId,
        userId,
        userName,
        printTime,
      }));
      await tx.execute(insertInto(numberUseTable, rows));
    } else if (action === 'reprint') await tx.execute(sql`update number_use set print_count = print_count + 1 where ${meant}`);
    else if (action === 'check') await tx.execute(sql`update number_use set check_time = ${printTime} where ${meant}`);
    else await tx.execute(sql`update number_use set state = ${numberState.spoiled}, spoil_reason = ${reason} where ${meant}`);
    if (action === 'print' || action === 'reprint')
      await insertRun(tx, acting.user, {
        blockId,
        kind: action === 'print' ? jobKind.first : jobKind.reprint,
        codeType: block.codeType ?? 0,
        laboratoryId: block.laboratoryId ?? null,
        codes,
        deviceId: block.deviceId,
        reason,
        beginTime: printTime,
      });
    return { blockId, action, codes };
  },
});
