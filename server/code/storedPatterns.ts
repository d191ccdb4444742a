import { sql } from 'drizzle-orm';
import { patternFault } from '#domain/code/codePattern.ts';
import { inLanguage, type Label } from '#domain/kernel/label.ts';
import { nextChangeSeq } from '#server/storage/changes.ts';
import type { Database } from '#server/storage/database.ts';
import { readRows } from '#server/storage/readRows.ts';
import { takeStartTurn } from '#server/storage/startTurn.ts';
import type { Tx } from '#server/storage/tx.ts';

/** A stored style whose pattern this programme does not read. */
export interface UnreadStyle {
  readonly tenantId: string;
  readonly styleName: string;
  readonly pattern: string;
  readonly fault: Label;
}

const stored = (tx: Tx) =>
  readRows<{ id: string; tenantId: string; styleName: string; pattern: string; told: string | null }>(
    tx,
    sql`select id::text as id, tenant_id, style_name, pattern, pattern_fault as told from code_style
    where is_deleted = 0 and (pattern is not null or pattern_fault is not null) order by tenant_id, id`,
  );

/**
 * Judges the patterns that were stored before: what is wrong with one stands in its row from then on, and the styles that
 * were not known to be so are answered. Such a style counts as none at all: nothing is refused on its behalf.
 */
export async function judgeStoredPatterns(database: Database): Promise<readonly UnreadStyle[]> {
  return database.transaction(async (tx) => {
    await takeStartTurn(tx);
    const found: UnreadStyle[] = [];
    for (const { id, tenantId, styleName, pattern, told } of await stored(tx)) {
      const fault = pattern ? patternFault(pattern) : null;
      const words = fault && `${inLanguage(fault, 'zh')} / ${inLanguage(fault, 'en')}`.slice(0, 500);
      if (words === told) continue;
      if (fault && told === null) found.push({ tenantId, styleName, pattern, fault });
      const changeSeq = await nextChangeSeq(tx, tenantId, 1);
      await tx.execute(
        sql`update code_style set pattern_fault = ${words}, change_seq = ${changeSeq}, version = version + 1 where tenant_id = ${tenantId} and id = ${id}`,
      );
    }
    return found;
  });
}
