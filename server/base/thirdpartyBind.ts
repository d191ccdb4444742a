import { sql } from 'drizzle-orm';
import { thirdpartyBindContracts } from '#domain/code/bindContracts.ts';
import { bindCode, judgeOwnCode, rebindCode, releaseCode } from '#domain/code/bindCode.ts';
import { shapesOf } from '#domain/code/thirdpartyMatch.ts';
import type { Acting } from '#domain/kernel/command.ts';
import { isId } from '#domain/kernel/ids.ts';
import { refusalText } from '#domain/kernel/refusalText.ts';
import { normalCode } from '#domain/sample/codeText.ts';
import { languageOf } from '#server/kernel/core/answers.ts';
import { neededParameter, parameter } from '#server/kernel/resource/pageRows.ts';
import { serveCommand, type Call, type ServedCommand, type Tx } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { defineView } from '#server/kernel/resource/views.ts';
import { thirdpartyBindTable } from '#server/storage/codeTables.ts';
import { bindById, bindStateOf } from '#server/spine/bindState.ts';
import { insertBind } from '#server/spine/insertBind.ts';

async function releaseBind(tx: Tx, { user, now }: Acting, bindId: string, reason: string): Promise<void> {
  await tx
    .update(thirdpartyBindTable)
    .set({ releaseUserId: user.id, releaseUser: user.name, releaseTime: now, releaseReason: reason })
    .where(sql`tenant_id = ${user.tenantId} and id = ${bindId}`);
}

/** Two desks that bind one code at once meet at the table's unique indexes; the later one reads again and is told who was first. */
export const servedBinds: readonly ServedCommand[] = [
  serveCommand(bindCode, {
    load: (tx, input, { user }) => bindStateOf(tx, user, input, true),
    write: (tx, { change, acting }) => insertBind(tx, acting, change),
    answerRepeat: ({ state }) => ({ bindId: state.own?.bindId ?? '' }),
  }),
  serveCommand(releaseCode, {
    load: async (tx, { bindId }, { user }) => ({ bind: await bindById(tx, user, bindId) }),
    async write(tx, { input, acting }) {
      await releaseBind(tx, acting, input.bindId, input.reason);
      return { bindId: input.bindId };
    },
  }),
  serveCommand(rebindCode, {
    async load(tx, { bindId, thirdpartyBarCode }, { user }) {
      const bind = await bindById(tx, user, bindId);
      const asked = { barCode: bind?.barCode ?? '', thirdpartyBarCode, sendSampleClientId: bind?.sendSampleClientId };
      return { bind, ...(await bindStateOf(tx, user, asked, true)) };
    },
    async write(tx, { input, change, acting }) {
      await releaseBind(tx, acting, input.bindId, input.reason);
      return insertBind(tx, acting, change);
    },
  }),
];

export const thirdpartyBindCalls: readonly Call[] = serveCalls(thirdpartyBindContracts, {
  'GET base/code-thirdparty-bind/own-code': {
    /** What the scanner screen says before the partner's code is scanned: whose our code is, what is expected, what stands already. Writes nothing. */
    async handle({ db, query, user, request }) {
      const barCode = normalCode(neededParameter(query, 'barCode'));
      const named = parameter(query, 'sendSampleClientId');
      const asked = { barCode, thirdpartyBarCode: null, sendSampleClientId: isId(named) ? named : null };
      const state = await bindStateOf(db, user, asked, false);
      const judged = judgeOwnCode(state, barCode);
      const isRefused = 'accepted' in judged;
      return {
        barCode,
        client: isRefused ? null : judged.client,
        expected: isRefused ? '' : shapesOf(state.rules),
        bound: state.isForeign ? null : state.own,
        refusal: isRefused ? judged.code : null,
        text: isRefused ? refusalText(bindCode, judged.code, judged.params, languageOf(request)) : '',
      };
    },
  },
});

export const thirdpartyBindView = defineView({
  name: 'thirdpartyBind',
  select: `select b.id, b.tenant_id, b.bar_code, b.thirdparty_bar_code, b.affiliation_id, c.client_code as send_sample_client_code, b.send_sample_client_id, b.laboratory_id,
    case when b.release_time is null then 1 else 2 end as bind_state, b.bind_user, b.create_time, b.release_user, b.release_time, b.release_reason
  from thirdparty_bind_entry b left join send_sample_client c on c.tenant_id = b.tenant_id and c.id = b.send_sample_client_id`,
});
