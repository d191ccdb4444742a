import { sql } from 'drizzle-orm';
import { formatDateTime, toMs } from '#domain/kernel/dates.ts';
import { platformTenantId } from '#domain/system/platform.ts';
import { isMobile } from '#domain/sample/rules/phone.ts';
import { addressesOf, type PolicyValues } from '#domain/system/policies.ts';
import { afterLook, alarmText, isBad, thresholds, type AlarmKind, type Standing } from '#domain/system/running/alarmRules.ts';
import type { LastBackup, LastDrill, NodeRow } from '#domain/system/running/operations.ts';
import { policyValues } from '#server/kernel/core/policies.ts';
import type { JobKind } from '#server/kernel/http/jobs.ts';
import { mailboxFor } from '#server/kernel/resource/storedMailbox.ts';
import { usualSmsAccount } from '#server/kernel/resource/storedSmsAccount.ts';
import type { Ports } from '#server/ports/ports.ts';
import { nowText } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { countOpenBreakers, countSilentDesks, readNodes, readWaiting } from './figures.ts';

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];
/** A node that is silent or stopped so long is of an earlier installation. */
const forgottenMs = 30 * dayMs;
/** Alarms that are over are kept so long. */
const keptMs = 365 * dayMs;

type Sender = Pick<Ports, 'sms' | 'mail'>;
interface Found {
  readonly kind: AlarmKind;
  readonly subject: string;
  readonly value: number;
}
interface Open extends Found, Standing {
  readonly id: string;
}

/** Looks once a minute whether everything goes, raises and clears alarms, and tells whom the parameter names (docs/operations.md#alarms). */
export const installationWatch = (database: Database, ports: Sender): JobKind<object> => ({
  name: 'installation.watch',
  cron: '* * * * *',
  retries: 0,
  run: () => watchInstallation(database, ports),
});

/** One look. `now`: the clock unless a test says otherwise. */
export async function watchInstallation(database: Database, ports: Sender, now: string = nowText()): Promise<void> {
  const policies = await policyValues(database.orm);
  const open = await readRows<Open>(
    database.orm,
    sql`select id::text as id, kind, subject, value, bad_looks, good_looks, raised_time from installation_alarm where cleared_time is null`,
  );
  const found = await findFaults(database, policies, new Set(open.filter(({ raisedTime }) => raisedTime !== null).map(keyOf)), now);
  await settle(database, open, found, now);
  await tell(database, ports, policies, now);
  const [nodesBefore, alarmsBefore] = [formatDateTime(toMs(now) - forgottenMs), formatDateTime(toMs(now) - keptMs)];
  await database.orm.execute(sql`delete from server_node where seen_time < ${nodesBefore}`);
  await database.orm.execute(sql`delete from installation_alarm where cleared_time < ${alarmsBefore}`);
}

const keyOf = ({ kind, subject }: Pick<Found, 'kind' | 'subject'>): string => `${kind} ${subject}`;

/** What is bad now; of what is raised already, by the milder bound. */
async function findFaults(database: Database, policies: PolicyValues, raised: ReadonlySet<string>, now: string): Promise<Found[]> {
  const { orm } = database;
  const [nodes, waiting, silentDesks, openBreakers] = [
    await readNodes(orm, now),
    await readWaiting(orm),
    await countSilentDesks(orm),
    await countOpenBreakers(orm),
  ];
  const isRaised = (kind: AlarmKind, subject: string): boolean => raised.has(`${kind} ${subject}`);
  const since = (time: string, unitMs: number): number => Math.floor((toMs(now) - toMs(time)) / unitMs);
  const failed = await readRows<{ name: string; count: number }>(
    orm,
    sql`select j.name, count(*)::int as count from pgboss.job j where j.state = 'failed' and j.name not like '%.givenUp'
      and j.completed_on > pgboss.job_now() - make_interval(mins => ${thresholds.failedMinutes}) group by j.name`,
  );
  return [
    ...nodes
      .filter(({ state }) => state === 'silent')
      .map(({ nodeId, seenTime }): Found => ({ kind: 'node', subject: nodeId, value: since(seenTime, minuteMs) })),
    ...nodes
      .filter(({ state }) => state === 'running')
      .flatMap(({ nodeId, facts: { diskFree, diskSize } }): Found[] => {
        if (diskFree === null || !diskSize) return [];
        const value = Math.floor((diskFree / diskSize) * 100);
        return isBad(value, thresholds.diskPercent, isRaised('disk', nodeId), true) ? [{ kind: 'disk', subject: nodeId, value }] : [];
      }),
    ...waiting.flatMap(({ name, seconds }): Found[] => {
      const value = Math.floor(seconds / 60);
      return isBad(value, thresholds.queueMinutes, isRaised('queue', name)) ? [{ kind: 'queue', subject: name, value }] : [];
    }),
    ...failed.map(({ name, count }): Found => ({ kind: 'job', subject: name, value: count })),
    ...(await backupFaults(database, nodes, policies, since)),
    ...certificateFaults(nodes, now),
    ...(openBreakers > 0 ? [{ kind: 'interface', subject: '', value: openBreakers } as const] : []),
    ...(silentDesks > 0 ? [{ kind: 'desk', subject: '', value: silentDesks } as const] : []),
  ];
}

/** The last backup any node knows of; where none was taken, the installation's first start counts. */
async function backupFaults(
  { orm }: Database,
  nodes: readonly NodeRow[],
  { backupHours, drillDays }: PolicyValues,
  since: (time: string, unitMs: number) => number,
): Promise<Found[]> {
  const newest = <Mark>(marks: readonly (Mark | null)[], timeOf: (mark: Mark) => string): string | undefined =>
    marks
      .flatMap((mark) => (mark ? [timeOf(mark)] : []))
      .toSorted()
      .at(-1);
  const begun = await readRow<{ time: string | null }>(orm, sql`select min(u.create_time) as time from user_account u`);
  const facts = nodes.map((node) => node.facts);
  const backup =
    newest<LastBackup>(
      facts.map((one) => one.backup),
      ({ takenAt }) => takenAt,
    ) ?? begun?.time;
  const drill =
    newest<LastDrill>(
      facts.map((one) => one.drill),
      ({ restoredAt }) => restoredAt,
    ) ?? begun?.time;
  const [hours, days] = [backup ? since(backup, hourMs) : 0, drill ? since(drill, dayMs) : 0];
  return [
    ...(backupHours > 0 && hours >= backupHours ? [{ kind: 'backup', subject: '', value: hours } as const] : []),
    ...(drillDays > 0 && days >= drillDays ? [{ kind: 'drill', subject: '', value: days } as const] : []),
  ];
}

const certificateFaults = (nodes: readonly NodeRow[], now: string): Found[] =>
  nodes
    .filter(({ state }) => state === 'running')
    .flatMap(({ nodeId, facts: { certificates } }) =>
      certificates.flatMap(({ use, notAfter }): Found[] => {
        const value = Math.floor((toMs(notAfter) - toMs(now)) / dayMs);
        return value < thresholds.certificateDays ? [{ kind: 'certificate', subject: `${nodeId} ${use}`, value }] : [];
      }),
    );

/** Writes what the look made of each. Two looks at once (a job that was taken over) write what one of them found. */
async function settle(database: Database, open: readonly Open[], found: readonly Found[], now: string): Promise<void> {
  const byKey = new Map(found.map((one) => [keyOf(one), one]));
  await database.transaction(async (tx) => {
    for (const alarm of open) {
      const seen = byKey.get(keyOf(alarm));
      byKey.delete(keyOf(alarm));
      const { badLooks, goodLooks, turn } = afterLook(alarm, seen !== undefined);
      if (turn === 'dropped') await tx.execute(sql`delete from installation_alarm where id = ${alarm.id} and raised_time is null`);
      else
        await tx.execute(sql`update installation_alarm set value = ${seen?.value ?? alarm.value}, bad_looks = ${badLooks}, good_looks = ${goodLooks},
            raised_time = coalesce(raised_time, ${turn === 'raised' ? now : null}), cleared_time = ${turn === 'cleared' ? now : null}
          where id = ${alarm.id} and cleared_time is null`);
    }
    for (const { kind, subject, value } of byKey.values())
      await tx.execute(sql`insert into installation_alarm (id, kind, subject, value, bad_looks, good_looks, since_time)
        values (${newId()}, ${kind}, ${subject}, ${value}, 1, 0, ${now}) on conflict do nothing`);
  });
}

/**
 * One mail or message a look to each address: what was raised, and of what was told that it is over. What nobody took is told by the next look;
 * what was over before it could be told is told no more.
 */
async function tell(database: Database, ports: Sender, { alarmAddresses }: PolicyValues, now: string): Promise<void> {
  const to = addressesOf(alarmAddresses);
  if (to.length === 0) return;
  const due = await readRows<Found & { id: string; clearedTime: string | null }>(
    database.orm,
    sql`select id::text as id, kind, subject, value, cleared_time from installation_alarm
      where raised_time is not null and (case when cleared_time is null then told_time is null else told_time is not null and clear_told_time is null end)
      order by raised_time, id`,
  );
  if (due.length === 0) return;
  const lines = due.map(({ kind, subject, value, clearedTime }) => {
    const text = alarmText({ kind, subject, value }, 'zh');
    return clearedTime === null ? `告警: ${text}` : `已恢复: ${text}`;
  });
  const answers = await Promise.all(to.map((address) => send(database, ports, address, lines)));
  if (!answers.includes(true)) return;
  await database.orm
    .execute(sql`update installation_alarm set told_time = coalesce(told_time, ${now}), clear_told_time = case when cleared_time is null then null else ${now}::timestamptz end
    where id in (${sql.join(
      due.map(({ id }) => sql`${id}`),
      sql`, `,
    )})`);
}

/** True where it was taken, or may have been. */
async function send(database: Database, { sms, mail }: Sender, address: string, lines: readonly string[]): Promise<boolean> {
  const subject = `接样台系统告警 ${lines.length} 条`;
  if (isMobile(address)) {
    const account = await usualSmsAccount(database, platformTenantId);
    if (!account) return false;
    const { isAccepted, isUnknown } = await sms.send(account, { telephone: address, content: `${subject}: ${lines.join('; ')}`.slice(0, 300) });
    return isAccepted || isUnknown;
  }
  const mailbox = await mailboxFor(database.orm, { tenantId: platformTenantId, laboratoryId: '0' });
  if (!mailbox) return false;
  const { isAccepted, mayHaveLeft } = await mail.send(mailbox, { to: [address], subject, text: lines.join('\n') });
  return isAccepted || mayHaveLeft;
}
