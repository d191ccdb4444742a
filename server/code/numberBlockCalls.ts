import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { codeType } from '#domain/code/codeStyle.ts';
import { allot, countAll, countOf, mostAtOnce, mostHeld, splitAt, type HeldBlock } from '#domain/code/numberBlock.ts';
import type { BlockOnServer, NumberBlockRow, ReservedBlocks } from '#domain/code/numberRows.ts';
import { blockState } from '#domain/code/useNumbers.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import type { Label } from '#domain/kernel/label.ts';
import { idText } from '#domain/kernel/ids.ts';
import { reasonInput } from '#domain/sample/codeText.ts';
import { UserError } from '#server/kernel/answers.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { onceOnly } from '#server/kernel/onceOnly.ts';
import { idFilter, neededParameter, pageRows, parameter } from '#server/kernel/pageRows.ts';
import { requireDesk } from '#server/kernel/deskProof.ts';
import { defineCall, type Call } from '#server/kernel/serve.ts';
import { inSight } from '#server/spine/loading.ts';
import { laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRows } from '#server/storage/readRows.ts';
import { passingUsed } from './codeApplyStore.ts';
import { lockBlock, lockSpace, segmentsFor, unusedOf, writeAllotment, writeReturn } from './numberBlockStore.ts';

const deviceId = z.string().regex(/^[\w.:-]{8,64}$/);
const reserveBody = z.object({
  deviceId,
  codeType: z.coerce.number().int(),
  laboratoryId: idText.nullish(),
  count: z.coerce.number().int().min(1).max(mostAtOnce),
});

const onlyHolder: Label = ['只能在持有号段的前台操作', 'Only the desk that holds the numbers can do this'];

/** A block of a segment that is the user's laboratories' or every laboratory's. */
const ofOwnSegment = (user: ActingUser, block: SQL): SQL =>
  sql`exists (select 1 from number_segment g where g.tenant_id = ${block}.tenant_id and g.id = ${block}.segment_id and ${inSight(user, sql`g.laboratory_id`)})`;

/** Gives a desk numbers of its own, for good: a repeat with the same key gets the same ones. */
const reserve = defineCall({
  method: 'POST',
  service: 'code',
  path: 'number-block/reserve',
  title: ['预留号段', 'Reserve numbers'],
  permission: 'number_use',
  handle: ({ db, body, user, now, request }) =>
    onceOnly(db, request, user, 'numberBlock.reserve', async (tx, opId): Promise<ReservedBlocks> => {
      const asked = reserveBody.parse(body);
      await requireDesk(tx, request, user.tenantId, asked.deviceId, onlyHolder);
      const laboratoryId = asked.laboratoryId ?? null;
      const allowed = await laboratoriesOf(tx, user);
      if (laboratoryId !== null && allowed !== null && !allowed.includes(laboratoryId)) throw new UserError(403, ['请求被拒绝', 'Not permitted']);
      const held = await unusedOf(tx, user.tenantId, asked.deviceId, asked.codeType);
      if (held + asked.count > mostHeld)
        throw new UserError(
          409,
          [`本机已持有 ${held} 个未用号码,最多 ${mostHeld} 个`, `This desk holds ${held} unused numbers; ${mostHeld} is the most`],
          {
            refusal: 'numberBlock.enough',
            params: { held, most: mostHeld },
          },
        );
      const blocks: HeldBlock[] = [];
      for (const segment of await segmentsFor(tx, user.tenantId, asked.codeType, laboratoryId)) {
        const wanted = asked.count - countAll(blocks);
        if (wanted === 0) break;
        // A code that somebody typed or imported before it was given out is on a tube: a second label of it would be another person's.
        const free = await passingUsed(tx, user.tenantId, segment, await lockSpace(tx, user.tenantId, segment), wanted);
        const { given, space } = allot(free, wanted);
        if (given.length > 0) blocks.push(...(await writeAllotment(tx, segment, given, space, { user, deviceId: asked.deviceId, now })));
      }
      if (blocks.length === 0) {
        const [zh, en] = codeType.labelOf(asked.codeType) ?? ['', ''];
        throw new UserError(
          409,
          [`没有可用的${zh}号段,请管理员在“号段管理”中添加`, `No numbers left for: ${en}. An administrator adds a segment under Number segments`],
          {
            refusal: 'numberBlock.none',
          },
        );
      }
      for (const { blockId, first, last } of blocks)
        await writeAudit(tx, {
          user,
          deviceId: asked.deviceId,
          opId,
          action: 'numberBlock.reserve',
          subject: blockId,
          before: null,
          after: { first, last },
          now,
        });
      return { blocks };
    }),
});

const returnBody = z.object({ deviceId, blockId: idText, from: z.coerce.number().int().min(0) });

/** A desk gives back what it has not used of its block, from a number on; the next to reserve gets that first. */
const giveBack = defineCall({
  method: 'POST',
  service: 'code',
  path: 'number-block/return',
  title: ['归还号段', 'Return numbers'],
  permission: 'number_use',
  handle: ({ db, body, user, now, request }) =>
    onceOnly(db, request, user, 'numberBlock.return', async (tx, opId) => {
      const asked = returnBody.parse(body);
      await requireDesk(tx, request, user.tenantId, asked.deviceId, onlyHolder);
      const block = await lockBlock(tx, user.tenantId, asked.blockId);
      if (block?.deviceId !== asked.deviceId || block.state !== blockState.held)
        throw new UserError(409, ['此号段不属于本前台', 'This desk does not hold the block'], { refusal: 'numberBlock.notHeld' });
      // What the desk says it has not used and the server knows to be used: its copy is older than its own acts.
      if (block.highest !== null && asked.from <= block.highest)
        throw new UserError(409, ['归还的号码中有已使用的', 'Some of these numbers were used'], {
          refusal: 'numberBlock.used',
          params: { highest: block.highest },
        });
      const { kept, returned } = splitAt(block, asked.from);
      if (returned === null) return { returned: 0 };
      await writeReturn(tx, block, kept, returned, { user, deviceId: asked.deviceId, now });
      await writeAudit(tx, {
        user,
        deviceId: asked.deviceId,
        opId,
        action: 'numberBlock.return',
        subject: block.id,
        before: { first: block.first, last: block.last },
        after: returned,
        now,
      });
      return { returned: countOf(returned) };
    }),
});

/** What a desk holds as the server knows it: the desk goes on behind the highest used number, whatever its own copy says. */
const state = defineCall({
  method: 'GET',
  service: 'code',
  path: 'number-block/state',
  title: ['本机号段', 'Blocks of a desk'],
  permission: 'number_use',
  async handle({ db, query, user, request }): Promise<readonly BlockOnServer[]> {
    const device = neededParameter(query, 'deviceId');
    await requireDesk(db, request, user.tenantId, device, onlyHolder);
    const rows = await readRows<{ blockId: string; first: string; last: string; state: BlockOnServer['state']; highest: string | null }>(
      db,
      sql`select b.id as block_id, b.first_number as first, b.last_number as last, b.state,
        (select max(u.number) from number_use u where u.tenant_id = b.tenant_id and u.block_id = b.id) as highest
        from number_block b where b.tenant_id = ${user.tenantId} and b.device_id = ${device} order by b.id limit 1000`,
    );
    return rows.map((row) => ({
      ...row,
      first: Number(row.first),
      last: Number(row.last),
      highest: row.highest === null ? null : Number(row.highest),
    }));
  },
});

const closeBody = z
  .object({ blockId: idText.optional(), deviceId: deviceId.optional(), reason: reasonInput })
  .refine((asked) => asked.blockId ?? asked.deviceId);

/** A supervisor gives up what a lost desk held: its unused numbers are void and never given out again. Answers how many blocks. */
const close = defineCall({
  method: 'POST',
  service: 'code',
  path: 'number-block/close',
  title: ['作废遗失前台的号段', 'Close the blocks of a lost desk'],
  permission: 'number_close',
  handle: ({ db, body, user, now, request }) =>
    onceOnly(db, request, user, 'numberBlock.close', async (tx, opId) => {
      const asked = closeBody.parse(body);
      const which = asked.blockId ? sql`id = ${asked.blockId}` : sql`device_id = ${asked.deviceId}`;
      const closed = await readRows<{ id: string; deviceId: string }>(
        tx,
        sql`update number_block set state = ${blockState.closed}, close_time = ${now}, close_user_name = ${user.name}, close_reason = ${asked.reason}
          where tenant_id = ${user.tenantId} and state = ${blockState.held} and ${which}
            and ${ofOwnSegment(user, sql`number_block`)}
          returning id, device_id`,
      );
      for (const { id, deviceId: device } of closed)
        await writeAudit(tx, {
          user,
          deviceId: device,
          opId,
          action: 'numberBlock.close',
          subject: id,
          before: null,
          after: { state: blockState.closed },
          reason: asked.reason,
          now,
        });
      return { closed: closed.length };
    }),
});

/** Every block ever given out, with what became of its numbers: the report of continuous numbers. */
const page = defineCall({
  method: 'GET',
  service: 'code',
  path: 'number-block/page',
  title: ['号段使用情况', 'Blocks of numbers'],
  permission: 'numberSegment_view',
  async handle({ db, query, user }) {
    const device = parameter(query, 'deviceId');
    const found = await pageRows<NumberBlockRow & { totalCount: string | number }>(db, query, {
      columns: sql`b.id as block_id, s.segment_name, s.code_type, b.device_id, upper(coalesce(s.prefix, '')) || lpad(b.first_number::text, s.digits::int, '0') as first_code,
        upper(coalesce(s.prefix, '')) || lpad(b.last_number::text, s.digits::int, '0') as last_code, (b.last_number - b.first_number + 1)::float8 as total_count,
        (select count(*)::int from number_use u where u.tenant_id = b.tenant_id and u.block_id = b.id) as used_count,
        (select count(*)::int from number_use u where u.tenant_id = b.tenant_id and u.block_id = b.id and u.state = 2) as spoiled_count,
        b.state, b.user_name, b.reserve_time, b.close_time, b.close_user_name, b.close_reason`,
      from: sql`number_block b`,
      joins: sql`join number_segment s on s.tenant_id = b.tenant_id and s.id = b.segment_id`,
      where: [
        sql`b.tenant_id = ${user.tenantId}`,
        ofOwnSegment(user, sql`b`),
        idFilter(query, 'segmentId', sql`b.segment_id`),
        idFilter(query, 'state', sql`b.state`),
        device !== '' && sql`b.device_id = ${device}`,
      ],
      order: sql`b.reserve_time desc, b.id desc`,
    });
    return found;
  },
});

export const numberBlockCalls: readonly Call[] = [reserve, giveBack, state, close, page];
