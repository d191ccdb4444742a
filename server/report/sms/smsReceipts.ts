import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { smsPlatform } from '#domain/base/smsPlatform.ts';
import { idText, isId } from '#domain/kernel/ids.ts';
import { callPath } from '#domain/kernel/services.ts';
import { smsState, smsWhy } from '#domain/report/sms/smsState.ts';
import { ok, UserError } from '#server/kernel/core/answers.ts';
import { openSecrets } from '#server/kernel/resource/secretText.ts';
import { nowText } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { readRow } from '#server/storage/readRows.ts';

const receipt = z.object({ messageId: idText, isDelivered: z.boolean(), code: z.string().trim().max(50).default('') });
const receipts = z.union([receipt.transform((one) => [one]), z.array(receipt).max(500)]);
/** Bytes of one call: five hundred receipts, and more. */
const bodyLimit = 256 * 1024;
/** Stands in where there is no key, so that an unknown platform takes as long as a wrong signature. */
const noKey = randomBytes(32).toString('hex');

/** What platforms say became of messages, by our ids of them; sealed with the platform's own key over the bytes as they came. */
export function registerSmsReceipts(app: FastifyInstance, { database, product }: { readonly database: Database; readonly product: string }): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post<{ Params: { platformKey: string } }>(
      callPath('op', 'sms-receipt/:platformKey', product),
      { bodyLimit, config: { openBecause: 'a platform of text messages has no account: it proves itself by the HMAC of what it says' } },
      async (request) => {
        const { platformKey } = request.params;
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const platform = isId(platformKey)
          ? await readRow<{ tenantId: string }>(database.orm, sql`select tenant_id from sms_platform where id = ${platformKey} and is_deleted = 0`)
          : undefined;
        const { receiptKey = null } = platform ? await openSecrets(database.orm, smsPlatform, platform.tenantId, platformKey) : {};
        const expected = createHmac('sha256', receiptKey ?? noKey)
          .update(bytes)
          .digest();
        const given = Buffer.from(String(request.headers['x-signature'] ?? '').replace(/^sha256=/, ''), 'hex');
        const isProven = given.length === expected.length && timingSafeEqual(given, expected);
        if (!platform || receiptKey === null || !isProven) throw new UserError(403, ['签名不符', 'The signature does not match']);
        const said = receipts.safeParse(parsed(bytes));
        if (!said.success) throw new UserError(400, ['回执格式不符', 'No receipt']);
        for (const one of said.data) await take(database, platform.tenantId, platformKey, one);
        // The same for a message that nobody sent: an answer tells nothing.
        return ok(null);
      },
    );
  });
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

/** Moves what left by this platform: delivered is the end, not delivered is a failure that a person may send again. */
async function take(
  { orm }: Database,
  tenantId: string,
  platformId: string,
  { messageId, isDelivered, code }: z.output<typeof receipt>,
): Promise<void> {
  await orm.execute(sql`update sms_message set state = ${isDelivered ? smsState.delivered : smsState.failed}, why = ${isDelivered ? null : smsWhy.undelivered}, receipt_code = ${code || null},
      receipt_time = ${nowText()}, update_time = ${nowText()}, version = version + 1
    where tenant_id = ${tenantId} and id = ${messageId} and sms_platform_id = ${platformId} and state in (${smsState.unknown}, ${smsState.submitted})`);
}
