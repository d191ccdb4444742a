import { sql, type SQL } from 'drizzle-orm';
import type { Language } from '#domain/kernel/label.ts';

/** Tubes as parameters of the SELECTs: each area's is found by one of these. */
export interface TubeKeys {
  readonly tenantId: string;
  readonly sampleIds: SQL;
  readonly requisitionIds: SQL;
  readonly sampleCodes: SQL;
  readonly requisitionCodes: SQL;
  /** Of the words that say what became of something. */
  readonly language: Language;
}
/** One SELECT of a timeline; what it does not say is null. */
export interface EventColumns {
  readonly actId?: SQL;
  readonly at: SQL;
  readonly serverTime?: SQL;
  readonly what: SQL;
  readonly sampleCode?: SQL;
  readonly by?: SQL;
  readonly desk?: SQL;
  readonly why?: SQL;
  readonly content?: SQL;
  /** Of the document that it is about. */
  readonly no?: SQL;
  readonly fromStatus?: SQL;
  readonly toStatus?: SQL;
  /** Breaks ties: the order in which the server took them. */
  readonly rank: SQL;
}
/** The columns of an event in the order of all SELECTs, for a union. */
export const eventOf = ({ actId, at, serverTime, what, sampleCode, by, desk, why, content, no, fromStatus, toStatus, rank }: EventColumns): SQL => {
  const or = (column: SQL | undefined, type: string): SQL => sql`(${column ?? sql`null`})::${sql.raw(type)}`;
  return sql`${or(actId, 'text')} as act_id, ${or(at, 'timestamptz')} as at, ${or(serverTime, 'timestamptz')} as server_time, ${or(what, 'text')} as what, ${or(sampleCode, 'text')} as sample_code,
    ${or(by, 'text')} as by, ${or(desk, 'text')} as desk, ${or(why, 'text')} as why, ${or(content, 'text')} as content, ${or(no, 'text')} as no,
    ${or(fromStatus, 'int')} as from_status, ${or(toStatus, 'int')} as to_status, ${or(rank, 'bigint')} as rank`;
};
