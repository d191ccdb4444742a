import { randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { callPath } from '#domain/kernel/services.ts';
import { interfaceType } from '#domain/op/opInterface.ts';
import { mostMegabytes, mostRows } from '#domain/op/partnerApi.ts';
import { languageOf, ok, UserError } from '#server/kernel/core/answers.ts';
import { partnerSignature } from '#server/ports/partner.ts';
import { nowMs } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { readRows } from '#server/storage/readRows.ts';
import { takeCall } from '../interfaces/breakers.ts';
import { openInterface, type OpenInterface } from '../interfaces/openInterface.ts';
import { readParameters } from '../parameters/readParameters.ts';
import { isAllowedAddress } from '#server/ports/addressList.ts';
import { callFault, keepAnswer, keptAnswer, sha256, type AnsweredRow, type Operation, type PartnerCall } from './partnerCall.ts';
import { logAnswer } from './logAnswer.ts';
import { rowsOfBody } from './rowsOfBody.ts';
import { operationsOf } from './operations.ts';

/** Bytes of one call. */
const bodyLimit = mostMegabytes * 1024 * 1024;
/** How far a partner's clock may be off. */
const clockSeconds = 300;
const nonceMs = 10 * 60_000;
/** Stands in where there is no secret, so that an unknown interface takes as long as a wrong signature. */
const noSecret = randomBytes(32).toString('hex');

/** What a call was proven with. */
interface Proof {
  readonly path: string;
  readonly appKey: string;
  readonly timestamp: string;
  readonly nonce: string;
  readonly signature: Buffer;
  readonly body: Buffer;
}
const header = ({ headers }: FastifyRequest, name: string): string => {
  const given = headers[name];
  return typeof given === 'string' ? given.trim() : '';
};
const proofOf = (request: FastifyRequest): Proof => ({
  path: request.url.split('?', 1)[0] ?? '',
  appKey: header(request, 'x-app-key'),
  timestamp: header(request, 'x-timestamp'),
  nonce: header(request, 'x-nonce'),
  signature: Buffer.from(header(request, 'x-signature'), 'hex'),
  body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
});

/** The interface whose secret a call knows; undefined where it knows none. */
async function proven(database: Database, encoding: string, proof: Proof): Promise<OpenInterface | undefined> {
  const { path, appKey, timestamp, nonce, signature, body } = proof;
  const isWhole = appKey !== '' && /^\d{9,11}$/.test(timestamp) && /^[\w.-]{1,64}$/.test(nonce);
  // Tenants may call two of theirs alike: the signature says whose it is.
  const ids = isWhole
    ? await readRows<{ id: string }>(
        database.orm,
        sql`select id::text as id from op_interface where lower(interface_encoding) = lower(${encoding}) and app_key = ${appKey} and interface_type = ${interfaceType.lims}
          and is_deleted = 0 order by id limit 20`,
      )
    : [];
  let found: OpenInterface | undefined;
  for (const { id } of ids.length > 0 ? ids : [{ id: '0' }]) {
    const of = await openInterface(database.orm, sql`i.id = ${id}`);
    const expected = Buffer.from(partnerSignature(of?.appSecret ?? noSecret, 'POST', path, timestamp, nonce, body), 'hex');
    const isRight = signature.length === expected.length && timingSafeEqual(signature, expected);
    if (isRight && of?.appSecret && of.interfaceEncoding === encoding) found = of;
  }
  return found;
}

/** A nonce is good once within ten minutes. Throws P08. */
async function claimNonce(database: Database, { tenantId, interfaceId }: OpenInterface, nonce: string, now: number): Promise<void> {
  const { rowCount } = await database.orm.execute(sql`insert into interface_nonce as n (tenant_id, interface_id, nonce, until_time)
    values (${tenantId}, ${interfaceId}, ${nonce}, ${formatDateTime(now + nonceMs)})
    on conflict (tenant_id, interface_id, nonce) do update set until_time = excluded.until_time where n.until_time < ${formatDateTime(now)}`);
  if (rowCount !== 1) throw callFault(409, 'P08');
}

export interface PartnerOptions {
  readonly database: Database;
  readonly product: string;
  /** Milliseconds since 1970; the server's clock unless a test says otherwise. */
  readonly now?: (() => number) | undefined;
}

/** What partners ask of us (docs/interfaces.md). */
export function registerPartners(app: FastifyInstance, { database, product, now: clock = nowMs }: PartnerOptions): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post<{ Params: { interfaceEncoding: string; operation: string } }>(
      callPath('op', 'partner/:interfaceEncoding/:operation', product),
      { bodyLimit, config: { openBecause: 'a partner has no account: it proves itself by the HMAC of what it says' } },
      async (request) => {
        const { interfaceEncoding, operation } = request.params;
        const now = clock();
        const proof = proofOf(request);
        const of = await proven(database, interfaceEncoding, proof);
        const isTimely = Math.abs(Number(proof.timestamp) - now / 1000) <= clockSeconds;
        // Who cannot prove it hears no more than that, and leaves no line.
        if (!of || !isTimely || !isAllowedAddress(of.ipAllowList ?? '', request.ip)) throw callFault(401, 'P07');
        const asked = { request, database, of, operation, body: proof.body, nonce: proof.nonce, now };
        return ok({ rows: (await answer(asked)).map(({ row }) => row) });
      },
    );
  });
}

interface Asked {
  readonly request: FastifyRequest;
  readonly database: Database;
  readonly of: OpenInterface;
  readonly operation: string;
  readonly body: Buffer;
  readonly nonce: string;
  readonly now: number;
}
const isOperation = (operation: string): operation is Operation => Object.hasOwn(operationsOf, operation);

/** Answers a proven call and writes its line, whatever came of it. */
async function answer(asked: Asked): Promise<readonly AnsweredRow[]> {
  const { request, database, of, operation, body, now } = asked;
  const started = performance.now();
  const callKey = header(request, 'idempotency-key').slice(0, 100) || null;
  const text = body.toString('utf8');
  const parameters = await readParameters(database.orm, of);
  const log = (rows: readonly AnsweredRow[], fault: UserError | null, isKnown = false): Promise<void> =>
    database.transaction(async (tx) => {
      await logAnswer(
        tx,
        {
          of,
          operation,
          ip: request.ip,
          apiUrl: request.url.split('?', 1)[0] ?? null,
          rows,
          fault,
          callKey,
          // Who calls too often fills no table with what it says, nor does an answer that was given before.
          text: fault?.refusal === 'P10' || isKnown ? null : text,
          patientKeys: parameters.patientKeys,
          replayOf: null,
          milliseconds: Math.round(performance.now() - started),
        },
        now,
      );
    });
  try {
    if (of.isDisable || !isOperation(operation) || !of.operations.includes(operation)) throw callFault(403, 'P09');
    const waitMs = await takeCall(database, of, of, now);
    if (waitMs > 0) throw callFault(429, 'P10', { 'retry-after': String(Math.ceil(waitMs / 1000)) });
    await claimNonce(database, of, asked.nonce, now);
    const { isWriting, run } = operationsOf[operation];
    const bodySha256 = sha256(body);
    const kept = callKey !== null && isWriting ? await keptAnswer(database, of, callKey, operation, bodySha256) : undefined;
    if (kept) {
      const rows = kept.map((row): AnsweredRow => ({ row, codes: row.key === null ? {} : { thirdBarCode: row.key } }));
      await log(rows, null, true);
      return rows;
    }
    const call: PartnerCall = { database, of, parameters, rows: rowsOfBody(text, mostRows[operation]), language: languageOf(request), now };
    const rows = await run(call);
    if (callKey !== null && isWriting)
      await database.transaction((tx) => keepAnswer(tx, of, { callKey, operation, bodySha256, rows: rows.map(({ row }) => row) }, now));
    await log(rows, null);
    return rows;
  } catch (error) {
    if (error instanceof UserError) await log([], error);
    throw error;
  }
}
