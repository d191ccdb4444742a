import { sql } from 'drizzle-orm';
import { addressProblem, isWebAddress } from '#domain/base/destination.ts';
import { problemOf, type Problem } from '#domain/kernel/check.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import type { Field } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import { interfaceContracts, type InterfaceTrial } from '#domain/op/interfaceCalls.ts';
import { authKind, interfaceOperation, interfaceType, opInterface } from '#domain/op/opInterface.ts';
import { isBreakerFailure } from '#domain/op/rules/breaker.ts';
import { writeAudit } from '#server/kernel/act/audit.ts';
import { deviceIdOf } from '#server/kernel/act/onceOnly.ts';
import { problemsError, UserError } from '#server/kernel/core/answers.ts';
import { idsOf } from '#server/kernel/core/idList.ts';
import type { Call, CallContext, Tx } from '#server/kernel/http/serve.ts';
import { resourceReader } from '#server/kernel/resource/resourceRead.ts';
import { notFound, removeRows, saveRow, setDisabled } from '#server/kernel/resource/resourceWrite.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { ownMessage, shownAnswer } from '#server/ports/sent.ts';
import { nowMs } from '#server/storage/clock.ts';
import { readRow } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { addressesFault } from '#server/ports/addressList.ts';
import { parameterFaults } from '../parameters/readParameters.ts';
import { inUseAs } from '../inUse.ts';
import { endPause } from '../results/resendResult.ts';
import { closeBreaker } from './breakers.ts';
import { logCall, sendCall } from './callInterface.ts';
import { openInterface, type OpenInterface } from './openInterface.ts';
import { healthOf } from './health.ts';

const names = ['interfaceId', 'interfaceIds', 'id', 'ids'] as const;
const fault = (name: keyof typeof opInterface.fields, text: Label): Problem => problemOf(name, opInterface.fields[name] as Field, 'rule', { text });

/** What a saved interface lacks: partners' ways in and ours out need different things. */
function faultsOf(of: OpenInterface): Problem[] {
  const addresses = addressesFault(of.ipAllowList ?? '');
  const isPushing = of.operations.includes(interfaceOperation.resultPush);
  const noClients =
    of.sendSampleClientIds.length > 0 ? [] : [problemOf('sendSampleClientIds', opInterface.fields.sendSampleClientIds, 'requiredChoice')];
  const common = addresses ? [fault('ipAllowList', [`不是地址或网段: ${addresses}`, `No address or range: ${addresses}`])] : [];
  if (of.interfaceType === interfaceType.third)
    return [
      ...common,
      ...(of.apiUrl
        ? addressProblem(opInterface.fields, 'apiUrl', of.apiUrl, isWebAddress)
        : [problemOf('apiUrl', opInterface.fields.apiUrl, 'required')]),
      ...(isPushing ? noClients : []),
    ];
  return [
    ...common,
    ...(of.authKind === authKind.hmac ? [] : [fault('authKind', ['LIMS接口只能用HMAC-SHA256', 'Partners prove theirs by HMAC-SHA256 alone'])]),
    ...(isPushing ? [fault('operations', ['推送检验结果只能用于第三方接口', 'Results are pushed to a third party alone'])] : []),
    ...noClients,
  ];
}

/** The interface of an id within the user's laboratories, with its secret. Throws UserError 404. */
async function openOwn({ db, user }: Pick<CallContext<unknown>, 'db' | 'user'>, interfaceId: string): Promise<OpenInterface> {
  if (!(await resourceReader(db, opInterface, user, new Map()).detail(interfaceId))) throw notFound(opInterface);
  const of = await openInterface(db, sql`i.tenant_id = ${user.tenantId} and i.id = ${interfaceId}`);
  if (!of) throw notFound(opInterface);
  return of;
}

/** What speaks against letting partners in: what no save can tell, since it is in other tables. */
async function waysInFaults(context: Pick<CallContext<unknown>, 'db'>, of: OpenInterface): Promise<readonly Label[]> {
  return [
    ...(of.appKey ? [] : [['未填写AppKey', 'No app key'] as const]),
    ...(of.appSecret ? [] : [['未填写密钥', 'No secret'] as const]),
    ...(of.operations.length > 0 ? [] : [['未开放任何操作', 'No operation is open'] as const]),
    ...(await parameterFaults(context.db, of)),
  ];
}

async function tryOut(context: CallContext<unknown>, of: OpenInterface): Promise<InterfaceTrial> {
  if (of.interfaceType === interfaceType.lims) {
    const faults = await waysInFaults(context, of);
    return {
      isGood: faults.length === 0,
      status: null,
      faults: faults.map(([zh, en]): [string, string] => [zh, en]),
      text: '',
      milliseconds: 0,
    };
  }
  const calling = { database: context.database, partner: context.ports.partner };
  const call = { tenantId: of.tenantId, operation: 'test', body: '{"test":true}', callKey: `test-${of.interfaceId}-${nowMs()}` };
  const answer = await sendCall(calling, of, call);
  await logCall(calling, of, call, answer);
  // A refusal of the message of trial shows that somebody is there who lets us in.
  const isGood = !isBreakerFailure(answer.status) && answer.status !== 401 && answer.status !== 403 && (answer.status ?? 0) < 500;
  const text = answer.status === null ? answer.text : ownMessage(answer.text);
  return { isGood, status: answer.status, faults: [], text: shownAnswer(text, [of.appSecret]), milliseconds: answer.milliseconds };
}

/** Whether what a try depends on is another now. */
const isMoved = (before: OpenInterface | undefined, after: OpenInterface): boolean =>
  !before || (['interfaceType', 'apiUrl', 'isJson', 'authKind', 'appKey', 'appSecret'] as const).some((name) => before[name] !== after[name]);

const openIn = (tx: Tx, tenantId: string, id: string): Promise<OpenInterface | undefined> =>
  openInterface(tx as unknown as Parameters<typeof openInterface>[0], sql`i.tenant_id = ${tenantId} and i.id = ${id}`);

export const interfaceCalls: readonly Call[] = serveCalls(interfaceContracts, {
  'POST op/op-interface/submit': {
    async write(tx, { body, writing }) {
      const { tenantId } = writing.user;
      const given = body['id'] ?? body[opInterface.id];
      const before = typeof given === 'string' && /^\d{1,19}$/.test(given) ? await openIn(tx, tenantId, given) : undefined;
      const { id } = await saveRow(tx, opInterface, body, writing);
      const after = await openIn(tx, tenantId, id);
      if (!after) throw new Error('an interface was saved and is not there');
      const problems = faultsOf(after);
      if (problems.length > 0) throw problemsError(problems);
      // What was tried was another: it is off until it was tried again.
      if (isMoved(before, after))
        await tx.execute(sql`update op_interface set is_disable = 1, tested_time = null where tenant_id = ${tenantId} and id = ${id}`);
      return { id };
    },
  },
  'POST op/op-interface/enable': {
    async write(tx, { query, body, user, writing }) {
      const ids = idsOf({ query, body }, ...names);
      const untested = await readRow<{ interfaceName: string }>(
        tx,
        sql`select interface_name from op_interface where tenant_id = ${user.tenantId} and id = ${anyId(ids)} and is_deleted = 0 and tested_time is null order by id limit 1`,
      );
      await setDisabled(tx, opInterface, ids, 0, writing);
      if (untested)
        throw new UserError(
          409,
          [`“${untested.interfaceName}”测试通过后才能启用`, `“${untested.interfaceName}” must be tested before it is enabled`],
          {
            refusal: 'opInterface.untested',
          },
        );
      return true as const;
    },
  },
  'POST op/op-interface/remove': {
    async write(tx, { query, body, writing }) {
      try {
        await removeRows(tx, opInterface, idsOf({ query, body }, ...names), writing);
      } catch (error) {
        throw inUseAs(['接口已被使用,可停用', 'The interface is in use; it can be disabled'], error);
      }
      return true as const;
    },
  },
  'POST op/op-interface/test': {
    async handle(context) {
      const { database, user, request, now, body } = context;
      const of = await openOwn(context, body.interfaceId);
      const trial = await tryOut(context, of);
      await database.transaction(async (tx) => {
        // Whoever changed it meanwhile tries it again.
        if (trial.isGood)
          await tx.execute(
            sql`update op_interface set tested_time = ${now}, version = version + 1 where tenant_id = ${user.tenantId} and id = ${of.interfaceId} and version = ${of.version}`,
          );
        await writeAudit(tx, {
          user,
          deviceId: deviceIdOf(request),
          opId: null,
          action: 'opInterface.test',
          subject: of.interfaceId,
          before: null,
          after: { isGood: trial.isGood, status: trial.status },
          now,
        });
      });
      return trial;
    },
  },
  'GET op/op-interface/health': {
    async handle(context) {
      const of = await openOwn(context, context.query.interfaceId);
      return healthOf(context.db, of, nowMs());
    },
  },
  'POST op/op-interface/reset-breaker': {
    async write(tx, { user, body, writing, now }) {
      const seen = await resourceReader(tx, opInterface, user, new Map()).detail(body.interfaceId);
      if (!seen) throw notFound(opInterface);
      const of = { tenantId: user.tenantId, interfaceId: body.interfaceId };
      const before = await closeBreaker(tx, of);
      const untilTime = before.untilTime > 0 ? formatDateTime(before.untilTime) : null;
      if (untilTime) await endPause(tx, of, untilTime, now);
      await writeAudit(tx, {
        ...writing,
        action: 'opInterface.resetBreaker',
        subject: body.interfaceId,
        before: { state: before.state, failures: before.failures, untilTime },
        after: { state: 0 },
        now,
      });
      return true as const;
    },
  },
});
