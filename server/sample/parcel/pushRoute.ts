import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { isId } from '#domain/kernel/ids.ts';
import { callPath } from '#domain/kernel/services.ts';
import { courierAccount } from '#domain/op/courierAccount.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { openSecrets } from '#server/kernel/resource/secretText.ts';
import { parcelDigest, readPush } from '#server/ports/parcels.ts';
import { nowMs } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { readRow } from '#server/storage/readRows.ts';
import { keepEvents, refusePush } from './followParcels.ts';

/** Bytes of one push: some ten thousand events. */
const bodyLimit = 4 * 1024 * 1024;
/** Parcels of one transaction: few enough that a scan that waits for it is not kept waiting. */
const portionParcels = 20;
/** Stands in where there is no key, so that an unknown account takes as long as a wrong key. */
const noKey = randomBytes(32).toString('hex');
const hashed = (text: string): Buffer => createHash('sha256').update(text).digest();

/** What the courier wants to hear (open.sf-express.com, route push): anything but 0000 is pushed again. */
const taken = { return_code: '0000', return_msg: '成功' } as const;
const notTaken = { return_code: '1000', return_msg: '系统异常' } as const;

/** Routes that a courier pushes, to an address that nobody else knows. */
export function registerParcelPush(app: FastifyInstance, { database, product }: { readonly database: Database; readonly product: string }): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.post<{ Params: { accountId: string; pushKey: string } }>(
      callPath('sample', 'shunFeng/push/:accountId/:pushKey', product),
      {
        bodyLimit,
        config: { openBecause: 'a courier has no account: it proves itself by a key in the address, and by its digest where it sends one' },
      },
      async (request) => {
        const { accountId, pushKey } = request.params;
        const account = isId(accountId)
          ? await readRow<{ tenantId: string }>(
              database.orm,
              sql`select tenant_id from courier_account where id = ${accountId} and is_deleted = 0 and is_disable = 0`,
            )
          : undefined;
        const secrets = account ? await openSecrets(database.orm, courierAccount, account.tenantId, accountId) : {};
        const isProven = timingSafeEqual(hashed(pushKey), hashed(secrets.pushKey ?? noKey));
        if (!account || !secrets.pushKey || !isProven) throw new UserError(404, ['没有此地址', 'No such address']);
        const body = typeof request.body === 'string' ? request.body : '';
        if (!isDigestRight(body, request.headers, secrets.checkword ?? '')) {
          await refusePush(database, account.tenantId, numbersIn(body), nowMs());
          throw new UserError(403, ['签名不符', 'The digest does not match']);
        }
        try {
          const told = [...readPush(body)].toSorted(([one], [other]) => (one < other ? -1 : 1));
          for (let from = 0; from < told.length; from += portionParcels)
            await database.transaction(async (tx) => {
              for (const [number, events] of told.slice(from, from + portionParcels)) await keepEvents(tx, account.tenantId, number, events, nowMs());
            });
          return taken;
        } catch (error) {
          request.log.error(error, 'a push of parcels was not kept');
          return notTaken;
        }
      },
    );
  });
}

/** Which parcels a push names; none where it cannot be read. */
function numbersIn(body: string): string[] {
  try {
    return [...readPush(body).keys()];
  } catch {
    return [];
  }
}

/** A digest that is sent is right: of a form over its `msgData`, else over the body. */
function isDigestRight(body: string, headers: Readonly<Record<string, unknown>>, checkword: string): boolean {
  const isForm = !body.trimStart().startsWith('{');
  const form = new URLSearchParams(isForm ? body : '');
  const of = (name: string): string => form.get(name) ?? (typeof headers[name.toLowerCase()] === 'string' ? String(headers[name.toLowerCase()]) : '');
  const given = of('msgDigest');
  if (given === '') return true;
  const expected = parcelDigest(isForm ? (form.get('msgData') ?? '') : body, of('timestamp'), checkword);
  return timingSafeEqual(hashed(given), hashed(expected));
}
