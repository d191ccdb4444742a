import { sql } from 'drizzle-orm';
import { calendarDay, workCalendarContracts } from '#domain/base/calendarContracts.ts';
import { cancelHoliday, setHoliday } from '#domain/base/calendarCommands.ts';
import { officialDays } from '#domain/base/officialDays.ts';
import type { CalendarDay } from '#domain/base/workCalendar.ts';
import { formatDate } from '#domain/kernel/dates.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import { serveCommand, type Call, type ServedCommand, type Tx } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { workCalendarDayTable } from '#server/storage/baseTables.ts';
import type { Database } from '#server/storage/database.ts';
import { setting } from '#server/storage/kernelTables.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { allOf } from '#server/storage/sqlParts.ts';
import { takeStartTurn } from '#server/storage/startTurn.ts';
import { nowMs, nowText } from '#server/storage/clock.ts';

/** The days of a tenant that are not what their weekday says, between two dates (both included). */
export function calendarDays(reader: Reader, tenantId: string, from: string, to: string): Promise<CalendarDay[]> {
  return readRows(
    reader,
    sql`select date::text as date, kind::int as kind, name from work_calendar_day where ${allOf([
      sql`tenant_id = ${tenantId}`,
      sql`date between ${from} and ${to}`,
    ])} order by date`,
    calendarDay,
  );
}

async function touched(tx: Tx, tenantId: string, dates: readonly string[]): Promise<{ days: readonly CalendarDay[] }> {
  return {
    days: await readRows(
      tx,
      sql`select date::text as date, kind::int as kind, name from work_calendar_day
      where tenant_id = ${tenantId} and date = any(${sql.param([...dates])}::date[]) order by date for update`,
      calendarDay,
    ),
  };
}

const servedSetHoliday = serveCommand(setHoliday, {
  load: (tx, { days }, { user }) =>
    touched(
      tx,
      user.tenantId,
      days.map(({ date }) => date),
    ),
  async write(tx, { change, acting }) {
    await tx
      .insert(workCalendarDayTable)
      .values(change.map((day) => ({ ...day, tenantId: acting.user.tenantId, updateUser: acting.user.id, updateTime: acting.now })))
      .onConflictDoUpdate({
        target: [workCalendarDayTable.tenantId, workCalendarDayTable.date],
        set: { kind: sql`excluded.kind`, name: sql`excluded.name`, updateUser: acting.user.id, updateTime: acting.now },
      });
    return { count: change.length };
  },
});

const servedCancelHoliday = serveCommand(cancelHoliday, {
  load: (tx, { dates }, { user }) => touched(tx, user.tenantId, dates),
  async write(tx, { change, acting }) {
    await tx.execute(
      sql`delete from work_calendar_day where tenant_id = ${acting.user.tenantId} and date = any(${sql.param(change.map(({ date }) => date))}::date[])`,
    );
    return { count: change.length };
  },
});

export const servedCalendar: readonly ServedCommand[] = [servedSetHoliday, servedCancelHoliday];

export const workCalendarCalls: readonly Call[] = serveCalls(workCalendarContracts, {
  'GET base/work-calendar/list': {
    /** One year's special days, by date; `year` defaults to this one. Every other day is what its weekday says. */
    handle({ db, query, user }) {
      const year = parameter(query, 'year') || formatDate(nowMs()).slice(0, 4);
      if (!/^(19|20|21)\d\d$/.test(year)) throw new UserError(400, ['年份不正确: {year}', 'Not a year: {year}'], { params: { year } });
      return calendarDays(db, user.tenantId, `${year}-01-01`, `${year}-12-31`);
    },
  },
});

const seededSetting = 'base.officialDays';

/** Puts the official days into a tenant's calendar once for each of their years; what people change afterwards stays. */
export async function seedCalendar(database: Database, tenantId: string): Promise<void> {
  await database.transaction(async (tx) => {
    await takeStartTurn(tx);
    const key = `${seededSetting}.${tenantId}`;
    const rows = await readRows<{ value: string }>(tx, sql`select value #>> '{}' as value from setting where key = ${key}`);
    const known = new Set((rows[0]?.value ?? '').split(','));
    const years = [...new Set(officialDays.map(({ date }) => date.slice(0, 4)))];
    const fresh = officialDays.filter(({ date }) => !known.has(date.slice(0, 4)));
    if (fresh.length === 0) return;
    const updateTime = nowText();
    await tx
      .insert(workCalendarDayTable)
      .values(fresh.map((day) => ({ ...day, tenantId, updateTime })))
      .onConflictDoNothing();
    await tx
      .insert(setting)
      .values({ key, value: years.join() })
      .onConflictDoUpdate({ target: setting.key, set: { value: years.join() } });
  });
}
