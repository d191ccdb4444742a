import { sql } from 'drizzle-orm';
import { codeStyleContracts } from '#domain/code/codeContracts.ts';
import { codeStyle } from '#domain/code/codeStyle.ts';
import { patternFault } from '#domain/code/codePattern.ts';
import { layoutFaults, readLayout } from '#domain/code/labelLayout.ts';
import { problemOf } from '#domain/kernel/check.ts';
import { problemsError } from '#server/kernel/core/answers.ts';
import { saveRow } from '#server/kernel/resource/resourceWrite.ts';
import type { Call, Tx } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { nextChangeSeq } from '#server/storage/changes.ts';

export const codeStyleCalls: readonly Call[] = serveCalls(codeStyleContracts, {
  'POST code/code-style/save': {
    /**
     * Stands in for the described verb: a pattern that cannot be read would refuse every code at the desks, a layout that
     * does not fit would print none, and one style alone is the default of its type and laboratory.
     */
    async write(tx, { body, user, writing }) {
      refusePattern(body['pattern']);
      refuseLayout(body['layout']);
      const saved = await saveRow(tx, codeStyle, body, writing);
      await takeDefault(tx, user.tenantId, saved.id);
      await dropFault(tx, user.tenantId, saved.id);
      return saved;
    },
  },
});

function refusePattern(value: unknown): void {
  const text = typeof value === 'string' && value.trim() !== '' ? patternFault(value.normalize('NFKC').trim()) : null;
  if (text) throw problemsError([problemOf('pattern', codeStyle.fields.pattern, 'rule', { text })]);
}

function refuseLayout(value: unknown): void {
  if (value === undefined || value === null || value === '') return;
  const layout = readLayout(value);
  if (!layout) throw problemsError([problemOf('layout', codeStyle.fields.layout, 'wrongShape')]);
  const [fault] = layoutFaults(layout);
  if (fault) throw problemsError([problemOf('layout', codeStyle.fields.layout, 'rule', { text: fault })]);
}

/** Words about a pattern that has been replaced are no longer true. */
async function dropFault(tx: Tx, tenantId: string, id: string): Promise<void> {
  const { rows } = await tx.execute<{ pattern: string | null }>(
    sql`select pattern from code_style where tenant_id = ${tenantId} and id = ${id} and pattern_fault is not null`,
  );
  const [style] = rows;
  if (style && !(style.pattern && patternFault(style.pattern)))
    await tx.execute(sql`update code_style set pattern_fault = null where tenant_id = ${tenantId} and id = ${id}`);
}

/** Takes the mark from the other styles of the same type and laboratory; desks hear of it by their deltas. */
async function takeDefault(tx: Tx, tenantId: string, id: string): Promise<void> {
  const others = sql`select other.id from code_style other join code_style own on own.tenant_id = other.tenant_id and own.id = ${id} and own.is_default = 1
    where other.tenant_id = ${tenantId} and other.id <> own.id and other.is_default = 1 and other.code_type = own.code_type
      and other.laboratory_id is not distinct from own.laboratory_id`;
  const { rows } = await tx.execute<{ id: string }>(others);
  if (rows.length === 0) return;
  const first = await nextChangeSeq(tx, tenantId, rows.length);
  for (const [at, { id: other }] of rows.entries())
    await tx.execute(
      sql`update code_style set is_default = 0, change_seq = ${first + at}, version = version + 1 where tenant_id = ${tenantId} and id = ${other}`,
    );
}
