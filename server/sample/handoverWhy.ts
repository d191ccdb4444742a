import { sql } from 'drizzle-orm';
import { handoverWhyContracts } from '#domain/sample/handoverContracts.ts';
import { fillLabel } from '#domain/kernel/label.ts';
import { normalCode } from '#domain/sample/codeText.ts';
import type { HandoverStatus } from '#domain/sample/handoverState.ts';
import { whyNotExpected, type WhyFacts } from '#domain/sample/handoverWhy.ts';
import { itemState } from '#domain/sample/itemState.ts';
import { mostKeptRows } from '#domain/sample/mostKept.ts';
import type { HandoverWhyRow } from '#domain/sample/rows.ts';
import type { LabStatus } from '#domain/sample/sampleStatus.ts';
import { languageOf } from '#server/kernel/core/answers.ts';
import { neededParameter } from '#server/kernel/resource/pageRows.ts';
import { type Call } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { requireLiving } from '#server/spine/loading.ts';
import { sightOf } from '#server/spine/sight.ts';
import { laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRow } from '#server/storage/readRows.ts';
import { nameOf } from '#server/spine/names.ts';
import { waitingItems } from './handoverCalls.ts';

interface Found {
  readonly id: string;
  readonly labStatus: LabStatus;
  readonly laboratoryId: string | null;
  readonly laboratoryName: string | null;
  readonly isWaiting: boolean;
  readonly rejectReason: string | null;
  readonly receivedBy: string | null;
  readonly receivedAt: string | null;
  readonly status: HandoverStatus | null;
  readonly by: string | null;
  readonly at: string | null;
  readonly signedBy: string | null;
  readonly signedAt: string | null;
}

export const handoverWhyCalls: readonly Call[] = serveCalls(handoverWhyContracts, {
  /** Why a scanned tube is not on the list of those that wait for a handover. Reads alone. */
  'GET sample/sample-handover/why-not': {
    async handle({ db, query, user, request }): Promise<HandoverWhyRow> {
      const code = normalCode(neededParameter(query, 'code'));
      const { tenantId } = user;
      const found = await readRow<Found>(
        db,
        sql`select s.id, s.lab_status, s.contract_laboratory_id as laboratory_id, ${nameOf.laboratory('s')} as laboratory_name, s.reject_reason,
        s.lab_receive_user_name as received_by, s.lab_receive_time as received_at,
        exists (select 1 from sample_item i where i.tenant_id = s.tenant_id and i.sample_id = s.id and i.item_state = ${itemState.waiting}) as is_waiting,
        h.handover_status as status, h.action_user_name as by, h.create_time as at, h.sign_user_name as signed_by, h.sign_time as signed_at
      from sample s left join lateral (select h.* from sample_item i join handover h on h.tenant_id = i.tenant_id and h.id = i.handover_id
          where i.tenant_id = s.tenant_id and i.sample_id = s.id order by h.id desc limit 1) h on true
      where s.tenant_id = ${tenantId} and (s.sample_code = ${code} or s.test_tube_number = ${code}) order by (s.sample_code = ${code}) desc, s.id desc limit 1`,
      );
      if (!found) await requireLiving(db, user, [code]);
      const laboratories = await laboratoriesOf(db, user);
      const isOther = found !== undefined && laboratories !== null && found.laboratoryId !== null && !laboratories.includes(found.laboratoryId);
      const facts: WhyFacts | null = found
        ? {
            labStatus: found.labStatus,
            otherLaboratory: isOther ? (found.laboratoryName ?? '') : null,
            isWaiting: found.isWaiting,
            rejectReason: found.rejectReason,
            receivedBy: found.receivedBy,
            receivedAt: found.receivedAt,
            handover:
              found.status === null
                ? null
                : { status: found.status, by: found.by ?? '', at: found.at ?? '', signedBy: found.signedBy, signedAt: found.signedAt },
          }
        : null;
      const why = whyNotExpected(facts);
      const waiting = found && why === null ? await waitingItems(db, user, await sightOf(db, user), mostKeptRows, found.id) : [];
      return { isWaiting: why === null, text: why ? fillLabel(why.label, why.params, languageOf(request)) : '', waiting };
    },
  },
});
