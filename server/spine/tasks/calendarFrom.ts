import { sql } from 'drizzle-orm';
import { workCalendar, type CalendarDay, type WorkCalendar } from '#domain/base/workCalendar.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';

/** The working days from a day on. */
export async function calendarFrom(reader: Reader, tenantId: string, date: string): Promise<WorkCalendar> {
  return workCalendar(
    await readRows<CalendarDay>(
      reader,
      sql`select date::text as date, kind::int as kind, name from work_calendar_day where tenant_id = ${tenantId} and date >= ${date.slice(0, 10)}::date`,
    ),
  );
}
