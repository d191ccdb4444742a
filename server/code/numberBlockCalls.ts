import { sql, type SQL } from 'drizzle-orm';
import { codeType } from '#domain/code/codeStyle.ts';
import { allot, countAll, countOf, mostHeld, splitAt, type HeldBlock } from '#domain/code/numberBlock.ts';
import { closedBlock, numberBlockContracts, numberBlockList, storedBlock } from '#domain/code/numberRows.ts';
import { blockState, numberState } from '#domain/code/useNumbers.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import type { Label } from '#domain/kernel/label.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { writeAudit } from '#server/kernel/act/audit.ts';
import { defineListing } from '#server/kernel/verbs/listing.ts';
import { neededParameter, parameter } from '#server/kernel/resource/pageRows.ts';
import { requireDesk } from '#server/kernel/desk/deskProof.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { inSight } from '#server/spine/loading.ts';
import { laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRows } from '#server/storage/readRows.ts';
import { passingUsed } from './codeApplyStore.ts';
import { lockBlock, lockSpace, segmentsFor, unusedOf, writeAllotment, writeReturn } from './numberBlockStore.ts';

const onlyHolder: Label = ['只能在持有号段的前台操作', 'Only the desk that holds the numbers can do this'];

/** A block of a segment that is the user's laboratories' or every laboratory's. */
const ofOwnSegment = (user: ActingUser, block: SQL): SQL =>
  sql`exists (select 1 from number_segment g where g.tenant_id = ${block}.tenant_id and g.id = ${block}.segment_id and ${inSight(user, sql`g.laboratory_id`)})`;

/** Every block ever given out, with what became of its numbers: the report of continuous numbers. */
export const numberBlocks = defineListing(numberBlockList, {
  columns: {
    blockId: sql`b.id`,
    segmentName: sql`s.segment_name`,
    codeType: sql`s.code_type`,
    deviceId: sql`b.device_id`,
    firstCode: sql`upper(coalesce(s.prefix, '')) || lpad(b.first_number::text, s.digits::int, '0')`,
    lastCode: sql`upper(coalesce(s.prefix, '')) || lpad(b.last_number::text, s.digits::int, '0')`,
    totalCount: sql`(b.last_number - b.first_number + 1)::float8`,
    usedCount: sql`(select count(*)::int from number_use u where u.tenant_id = b.tenant_id and u.block_id = b.id)`,
    spoiledCount: sql`(select count(*)::int from number_use u where u.tenant_id = b.tenant_id and u.block_id = b.id and u.state = ${numberState.spoiled})`,
    state: sql`b.state`,
    userName: sql`b.user_name`,
    reserveTime: sql`b.reserve_time`,
    closeTime: sql`b.close_time`,
    closeUserName: sql`b.close_user_name`,
    closeReason: sql`b.close_reason`,
  },
  from: sql`number_block b`,
  joins: sql`join number_segment s on s.tenant_id = b.tenant_id and s.id = b.segment_id`,
  where: ({ user }) => [sql`b.tenant_id = ${user.tenantId}`, ofOwnSegment(user, sql`b`)],
  searchedIn: {
    segmentId: sql`b.segment_id`,
    // Whole: the numbers of one desk are not those of another whose id begins alike.
    deviceId: ({ query }) => parameter(query, 'deviceId') !== '' && sql`b.device_id = ${parameter(query, 'deviceId')}`,
  },
  order: sql`b.reserve_time desc, b.id desc`,
  indexes: [],
  few: 'a few blocks of a desk',
});

export const numberBlockCalls: readonly Call[] = serveCalls(numberBlockContracts, {
  /** Gives a desk numbers of its own, for good: a repeat with the same key gets the same ones. */
  'POST code/number-block/reserve': {
    async write(tx, { body: asked, user, now, request, writing: { opId } }) {
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
    },
  },
  /** A desk gives back what it has not used of its block, from a number on; the next to reserve gets that first. */
  'POST code/number-block/return': {
    async write(tx, { body: asked, user, now, request, writing: { opId } }) {
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
    },
  },
  /** What a desk holds as the server knows it: the desk goes on behind the highest used number, whatever its own copy says. */
  'GET code/number-block/state': {
    async handle({ db, query, user, request }) {
      const device = neededParameter(query, 'deviceId');
      await requireDesk(db, request, user.tenantId, device, onlyHolder);
      const rows = await readRows(
        db,
        sql`select b.id as block_id, b.first_number as first, b.last_number as last, b.state,
        (select max(u.number) from number_use u where u.tenant_id = b.tenant_id and u.block_id = b.id) as highest
        from number_block b where b.tenant_id = ${user.tenantId} and b.device_id = ${device} order by b.id limit 1000`,
        storedBlock,
      );
      return rows.map((row) => ({
        ...row,
        first: Number(row.first),
        last: Number(row.last),
        highest: row.highest === null ? null : Number(row.highest),
      }));
    },
  },
  /** A supervisor gives up what a lost desk held: its unused numbers are void and never given out again. Answers how many blocks. */
  'POST code/number-block/close': {
    async write(tx, { body: asked, user, now, writing: { opId } }) {
      const which = asked.blockId ? sql`id = ${asked.blockId}` : sql`device_id = ${asked.deviceId}`;
      const closed = await readRows(
        tx,
        sql`update number_block set state = ${blockState.closed}, close_time = ${now}, close_user_name = ${user.name}, close_reason = ${asked.reason}
          where tenant_id = ${user.tenantId} and state = ${blockState.held} and ${which}
            and ${ofOwnSegment(user, sql`number_block`)}
          returning id, device_id`,
        closedBlock,
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
    },
  },
});
