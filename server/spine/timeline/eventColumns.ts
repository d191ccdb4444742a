import { sql, type SQL } from 'drizzle-orm';

/** Tubes as parameters of the SELECTs: each area's is found by one of these. */
export interface TubeKeys {
  readonly tenantId: string;
  readonly sampleIds: SQL;
  readonly requisitionIds: SQL;
  readonly sampleCodes: SQL;
  readonly requisitionCodes: SQL;
}
/** One SELECT of a timeline; what it does not say is null. */
export interface EventColumns {
  readonly at: SQL;
  readonly serverTime?: SQL;
  readonly what: SQL;
  readonly sampleCode?: SQL;
  readonly by?: SQL;
  readonly desk?: SQL;
  readonly why?: SQL;
  readonly content?: SQL;
  readonly fromStatus?: SQL;
  readonly toStatus?: SQL;
  /** Breaks ties: the order in which the server took them. */
  readonly rank: SQL;
}
/** The columns of an event in the order of all SELECTs, for a union. */
export const eventOf = ({ at, serverTime, what, sampleCode, by, desk, why, content, fromStatus, toStatus, rank }: EventColumns): SQL => {
  const or = (column: SQL | undefined, type: string): SQL => sql`(${column ?? sql`null`})::${sql.raw(type)}`;
  return sql`${or(at, 'timestamptz')} as at, ${or(serverTime, 'timestamptz')} as server_time, ${or(what, 'text')} as what, ${or(sampleCode, 'text')} as sample_code,
    ${or(by, 'text')} as by, ${or(desk, 'text')} as desk, ${or(why, 'text')} as why, ${or(content, 'text')} as content,
    ${or(fromStatus, 'int')} as from_status, ${or(toStatus, 'int')} as to_status, ${or(rank, 'bigint')} as rank`;
};
