import { sql } from 'drizzle-orm';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { expectedSource } from '#domain/op/expected.ts';
import { newId } from '#server/storage/ids.ts';
import { freshCode, hoursAgo, type Desk } from '../deskTesting.ts';

export interface Announced {
  readonly expectedId: string;
  readonly thirdpartyBarCode: string;
  readonly barCode: string | null;
}
export interface Announcement {
  readonly partner?: string;
  readonly laboratoryId?: string;
  /** Ours; null: the tube bears the partner's code alone. */
  readonly barCode?: string | null;
  readonly thirdpartyBarCode?: string;
  readonly state?: number;
  readonly values?: object;
  readonly commodityIds?: readonly string[];
}

/** What a partner told of a sample that is to come, as a push leaves it. */
export async function announce(desk: Desk, announcement: Announcement = {}): Promise<Announced> {
  const {
    partner = 'zhangzhou',
    laboratoryId = desk.master.laboratoryId,
    state = 0,
    values = {},
    commodityIds = [desk.master.single],
  } = announcement;
  const { barCode = freshCode('0'), thirdpartyBarCode = `TP1${freshCode('').slice(-9)}` } = announcement;
  const expectedId = newId();
  const now = formatDateTime(Date.now());
  const told = {
    thirdBarCode: thirdpartyBarCode,
    personName: `受检${thirdpartyBarCode.slice(-5).replace(/\d/g, (digit) => '甲乙丙丁戊己庚辛壬癸'.charAt(Number(digit)))}`,
    sex: 2,
    age: 31,
    birthDate: '1995-03-07',
    telephone: `199${thirdpartyBarCode.replace(/\D/g, '').padStart(8, '0').slice(-8)}`,
    samplingTime: hoursAgo(3),
    ...values,
  };
  await desk.orm
    .execute(sql`insert into expected_sample (id, tenant_id, source, partner, external_key, bar_code, thirdparty_bar_code, send_sample_client_id, laboratory_id, commodity_ids,
      values, content_hash, expect_time, state, close_reason, create_time, update_time)
    values (${expectedId}, '000000', ${expectedSource.partner}, ${partner}, ${thirdpartyBarCode}, ${barCode}, ${thirdpartyBarCode}, ${desk.master.clientId}, ${laboratoryId},
      ${sql.param([...commodityIds])}::bigint[], ${JSON.stringify(told)}::jsonb, '', ${now}, ${state}, ${state === 0 ? null : '不送了'}, ${now}, ${now})`);
  return { expectedId, thirdpartyBarCode, barCode };
}
