import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { UserError } from '#server/kernel/core/answers.ts';
import { writeAudit } from '#server/kernel/act/audit.ts';
import { bindBlob, lockBlob, looseBlob, type BlobStore } from '#server/kernel/core/blobStore.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { avatarContracts } from '#domain/user/userCalls.ts';
import { blobOwner } from '#server/storage/blobTables.ts';
import type { Database } from '#server/storage/database.ts';
import { readRow, type Reader } from '#server/storage/readRows.ts';
import { nowSql } from '#server/storage/clock.ts';

/** Bytes; browsers send a small square. */
const largest = 256 * 1024;
const base = '/api/blade-user/avatar/';
const hashIn = (avatar: string | null | undefined): string | null => new RegExp(`^${base}([0-9a-f]{64})$`).exec(avatar ?? '')?.[1] ?? null;

async function isWorn(reader: Reader, tenantId: string, sha256: string): Promise<boolean> {
  return (await readRow(reader, sql`select 1 from user_account where tenant_id = ${tenantId} and avatar = ${base + sha256} limit 1`)) !== undefined;
}

/** A person's own picture; answers its address, which `info` and `user-info` carry too. */
export const avatarCalls: readonly Call[] = serveCalls(avatarContracts, {
  'POST user/upload-avatar': {
    async handle(context) {
      const { request, blobs, user } = context;
      const part = request.isMultipart() ? await request.file({ limits: { fileSize: largest } }) : undefined;
      const bytes = await part?.toBuffer().catch(() => {
        throw new UserError(413, ['头像不能超过 256 KB', 'The picture may have at most 256 KB']);
      });
      const picture = bytes && bytes.length > 0 ? await blobs.putWhole(user.tenantId, bytes) : null;
      // What a repeat is known by.
      request.body = { image: picture?.sha256 ?? null };
      return context.once(async (tx, writing) => {
        if (!picture) throw new UserError(400, ['请上传文件!', 'Upload a file']);
        const { tenantId, id } = user;
        const before = await readRow<{ avatar: string | null }>(
          tx,
          sql`select avatar from user_account where tenant_id = ${tenantId} and id = ${id} for update`,
        );
        if (!(await lockBlob(tx, tenantId, picture.sha256)))
          throw new UserError(409, ['图片已不在服务器上, 请重新上传', 'The picture is gone; upload it again']);
        const avatar = base + picture.sha256;
        if (before?.avatar !== avatar) {
          await tx.execute(sql`update user_account set avatar = ${avatar}, update_user = ${id}, update_time = ${nowSql}, version = version + 1
          where tenant_id = ${tenantId} and id = ${id}`);
          const change = { before: { avatar: before?.avatar ?? null }, after: { avatar } };
          await writeAudit(tx, { ...writing, ...change, action: 'userAccount.save', subject: id, now: context.now });
        }
        await bindBlob(tx, tenantId, picture.sha256, blobOwner.avatar);
        const old = hashIn(before?.avatar);
        if (old !== null && old !== picture.sha256 && !(await isWorn(tx, tenantId, old))) await looseBlob(tx, tenantId, old);
        return { avatar };
      });
    },
  },
});

/**
 * Pictures of people by their address, for `<img>`, which sends no token: whoever knows the 256 bits was shown them by
 * a call that asked for one. Only what somebody uploaded as such and wears now is answered; no other picture of the store.
 */
export function registerAvatar(app: FastifyInstance, { database, blobs }: { readonly database: Database; readonly blobs: BlobStore }): void {
  app.get<{ Params: { sha256: string } }>(
    `${base}:sha256`,
    { config: { openBecause: 'pictures of people for <img>, by 256 bits that only a call with a token tells' } },
    async (request, reply) => {
      const { sha256 } = request.params;
      const worn = /^[0-9a-f]{64}$/.test(sha256)
        ? await readRow<{ tenantId: string; mime: string; size: number }>(
            database.orm,
            sql`select b.tenant_id, b.mime, b.size::int as size from user_account u join blob b on b.tenant_id = u.tenant_id and b.sha256 = ${sha256} and b.state = 1 and b.owner = ${blobOwner.avatar}
          where u.avatar = ${base + sha256} and u.is_deleted = 0 limit 1`,
          )
        : undefined;
      const bytes = worn && (await blobs.read(worn.tenantId, sha256));
      if (!worn || !bytes) throw new UserError(404, ['没有找到图片', 'No such picture']);
      return reply
        .header('content-type', worn.mime)
        .header('content-length', worn.size)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'private, max-age=86400, immutable')
        .send(bytes);
    },
  );
}
