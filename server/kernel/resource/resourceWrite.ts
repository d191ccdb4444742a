import { sql, type SQL } from 'drizzle-orm';
import { check, problemOf, type Problem } from '#domain/kernel/check.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import type { Field } from '#domain/kernel/fields.ts';
import { isId } from '#domain/kernel/ids.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import { resourceByName } from '#domain/resources.ts';
import { foundBy, nextChangeSeq } from '#server/storage/changes.ts';
import { snakeCase } from '#server/storage/columns.ts';
import { constraintOf, sqlStateOf } from '#server/storage/sqlState.ts';
import { newId } from '#server/storage/ids.ts';
import { laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { foldsCase, tableOf } from '#server/storage/tables.ts';
import { problemsError, UserError, malformed } from '#server/kernel/core/answers.ts';
import { writeAudit } from '#server/kernel/act/audit.ts';
import { movedSecrets } from './movedSecrets.ts';
import { plainText } from '#server/kernel/core/plainText.ts';
import { refuseWhileUsed } from './resourceUses.ts';
import { laboratoryColumn } from './resourceQuery.ts';
import { sealText } from '#server/kernel/seal/sealedText.ts';
import { secretKey, secretPlace } from './secretText.ts';
import { fieldsFromRow, fieldsFromWire, keptSecret, toStored, type StoredRow } from './resourceWire.ts';
import { secretNames } from '#domain/kernel/wireNames.ts';
import type { Tx } from '#server/storage/tx.ts';
import { nowText } from '#server/storage/clock.ts';

/** Who writes, when, and under which key. */
export interface Writing {
  readonly user: ActingUser;
  readonly deviceId: string | null;
  readonly opId: string | null;
}

const tableSql = (resource: Resource): SQL => sql.raw(`"${snakeCase(resource.name)}"`);

/** Locks living rows in the order of their ids. */
async function lockRows(tx: Tx, resource: Resource, user: ActingUser, ids: readonly string[]): Promise<StoredRow[]> {
  const found = await tx.execute(
    sql`select * from ${tableSql(resource)} where tenant_id = ${user.tenantId} and id = ${anyId(ids)} and is_deleted = 0 order by id for update`,
  );
  const rows = found.rows as StoredRow[];
  await refuseForeignLaboratory(
    tx,
    resource,
    user,
    rows.map((row) => row[laboratoryColumn(resource)]),
  );
  return rows;
}

/** Rows of laboratories the user does not serve are as good as absent; UserError 403 for one that is every laboratory's. */
export async function refuseForeignLaboratory(tx: Tx, resource: Resource, user: ActingUser, laboratoryIds: readonly unknown[]): Promise<void> {
  if (!resource.laboratoryField) return;
  const allowed = await laboratoriesOf(tx, user);
  if (allowed !== null && resource.isOpenWithoutLaboratory && laboratoryIds.some((id) => id === null || id === undefined || id === ''))
    throw new UserError(403, [
      `全部检验所共用的${resource.title[0]}须由不限检验所的人更改`,
      `${resource.title[1]} of every laboratory: somebody who serves them all changes it`,
    ]);
  if (allowed !== null && laboratoryIds.some((id) => id !== null && id !== undefined && !allowed.includes(plainText(id)))) throw notFound(resource);
}

export function notFound(resource: Resource): UserError {
  return new UserError(404, [`未找到${resource.title[0]}`, `${resource.title[1]} not found`], { refusal: 'resource.notFound' });
}

/**
 * Inserts a record, or updates it when it has an id: only the fields that were sent change. Answers its id.
 * Throws UserError 400 with field faults, 404, or 409 where `version` is not the stored one.
 */
export async function saveRow(tx: Tx, resource: Resource, body: Readonly<Record<string, unknown>>, writing: Writing): Promise<{ id: string }> {
  const { user } = writing;
  const given = plainText((Object.hasOwn(resource.fields, 'id') ? '' : body['id']) || body[resource.id]);
  // A leading zero would make another text of the same row, and slip past whoever compares ids.
  if (given && !isId(given)) throw malformed(resource.id);
  const known = given ? (await lockRows(tx, resource, user, [given]))[0] : undefined;
  if (given && !known) throw notFound(resource);
  refuseOldVersion(resource, known, body['version']);

  const before = known ? fieldsFromRow(resource, known) : {};
  const { values, problems } = check(resource.fields, { ...before, ...fieldsFromWire(resource, body) });
  // All faults at once: the rows behind references and unique fields are only looked up for values that are well-formed.
  const faulty = new Set(problems.map(({ field }) => field));
  const changed = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => JSON.stringify(kept(value)) !== JSON.stringify(kept(before[name]))),
  );
  const found = [
    ...problems,
    ...movedSecrets(
      resource,
      (name) => before[name] === keptSecret,
      (name) => name in changed,
    ),
    ...(await missingRefs(tx, resource, user, values, before, faulty, given)),
    ...(await takenValues(tx, resource, user, values, given, faulty)),
  ];
  if (found.length > 0) throw problemsError(found);
  if (resource.laboratoryField) await refuseForeignLaboratory(tx, resource, user, [values[resource.laboratoryField]]);

  const id = given || newId();
  const now = nowText();
  if (known && Object.keys(changed).length === 0) return { id };
  const stored = { ...toStored(resource, values), ...(await sealSecrets(tx, resource, user.tenantId, id, values, changed)) };
  for (const name of secretNames(resource)) if (!(name in changed)) delete stored[name];
  const common = {
    ...stored,
    ...foundBy(resource, { ...before, ...stored }),
    updateUser: user.id,
    updateTime: now,
    changeSeq: await changeSeq(tx, resource, user),
  };
  const table = tableOf(resource);
  try {
    if (known)
      await tx
        .update(table)
        .set({ ...common, version: sql`version + 1` } as never)
        .where(sql`tenant_id = ${user.tenantId} and id = ${id}`);
    else await tx.insert(table).values({ ...common, id, tenantId: user.tenantId, createUser: user.id, createTime: now } as never);
  } catch (error) {
    throw asTaken(resource, values, error);
  }
  const replaced = known ? Object.fromEntries(Object.keys(changed).map((name) => [name, before[name] ?? null])) : null;
  await writeAudit(tx, {
    ...writing,
    action: `${resource.name}.save`,
    subject: id,
    before: replaced,
    after: hidden(resource, known ? changed : values),
    now,
  });
  return { id };
}

/** An empty list is stored as nothing: saving it again is no change. */
const kept = (value: unknown): unknown => (Array.isArray(value) && value.length === 0 ? null : (value ?? null));

/** The audit trail says that a secret was set, never what it is. */
function hidden(resource: Resource, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const secrets = new Set(secretNames(resource));
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, secrets.has(name) && value !== null ? keptSecret : value]));
}

/** What was sent anew of the secret fields, sealed to its row. */
async function sealSecrets(
  tx: Tx,
  resource: Resource,
  tenantId: string,
  id: string,
  values: Readonly<Record<string, unknown>>,
  changed: Readonly<Record<string, unknown>>,
): Promise<Record<string, string>> {
  const names = secretNames(resource).filter((name) => name in changed && values[name] !== null);
  if (names.length === 0) return {};
  const key = await secretKey(tx);
  return Object.fromEntries(names.map((name) => [name, sealText(key, plainText(values[name]), secretPlace(resource, tenantId, id, name))]));
}

function refuseOldVersion(resource: Resource, known: StoredRow | undefined, version: unknown): void {
  if (!known || version === undefined || version === null || version === '') return;
  if (Number(version) === Number(known['version'])) return;
  throw new UserError(
    409,
    [`${resource.title[0]}已被他人修改, 请刷新后重试`, `${resource.title[1]} was changed by somebody else; reload and try again`],
    {
      refusal: 'resource.changed',
      params: { version: Number(known['version']), updateTime: String(known['update_time']).slice(0, 19) },
    },
  );
}

/** References to rows that do not exist; unchanged ones may point at removed rows. What is found is held until the save ends. */
async function missingRefs(
  tx: Tx,
  resource: Resource,
  user: ActingUser,
  values: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
  faulty: ReadonlySet<string>,
  ownId: string,
): Promise<Problem[]> {
  const found: Problem[] = [];
  for (const [name, field] of Object.entries<Field>(resource.fields)) {
    const value = values[name];
    if (!field.ref || faulty.has(name) || value === null || value === undefined) continue;
    const old = new Set([before[name]].flat().map(String));
    const ids = [...new Set([value].flat().map(String))].filter((id) => !old.has(id));
    const to = resourceByName(field.ref);
    if (ids.length === 0 || to.view) continue;
    const rows = await tx.execute(
      sql`select id::text as id from ${tableSql(to)} where tenant_id = ${user.tenantId} and is_deleted = 0 and id = ${anyId(ids)} for share`,
    );
    if (rows.rows.length < ids.length || (to === resource && (await isBelow(tx, resource, user, ids, name, ownId))))
      found.push(problemOf(name, field, 'notChoice'));
  }
  return found;
}

/** True where a row would become its own ancestor. */
async function isBelow(tx: Tx, resource: Resource, user: ActingUser, parents: readonly string[], name: string, ownId: string): Promise<boolean> {
  const column = sql.raw(`"${snakeCase(name)}"`);
  const seen = new Set<string>();
  for (let at: string | undefined = parents[0]; at && !seen.has(at);) {
    if (at === ownId) return true;
    seen.add(at);
    const above = await tx.execute(sql`select ${column}::text as above from ${tableSql(resource)} where tenant_id = ${user.tenantId} and id = ${at}`);
    at = (above.rows[0]?.['above'] as string | null | undefined) ?? undefined;
  }
  return false;
}

/** Values another living row holds, without regard to case. */
async function takenValues(
  tx: Tx,
  resource: Resource,
  user: ActingUser,
  values: Readonly<Record<string, unknown>>,
  ownId: string,
  faulty: ReadonlySet<string>,
): Promise<Problem[]> {
  const found: Problem[] = [];
  for (const [name, field] of Object.entries<Field>(resource.fields)) {
    const value = values[name];
    if (!field.unique || faulty.has(name) || value === null || value === undefined) continue;
    const column = sql.raw(`"${snakeCase(name)}"`);
    const same = foldsCase(field) ? sql`lower(${column}) = lower(${plainText(value)})` : sql`${column} = ${value}`;
    const rows = await tx.execute(
      sql`select 1 from ${tableSql(resource)} where tenant_id = ${user.tenantId} and is_deleted = 0 and ${same} and id <> ${ownId || '0'} limit 1`,
    );
    if (rows.rows.length > 0) found.push(problemOf(name, field, 'taken', { value: plainText(value) }));
  }
  return found;
}

/** Two saves at once: the index speaks where the look-up could not. */
function asTaken(resource: Resource, values: Readonly<Record<string, unknown>>, error: unknown): unknown {
  if (sqlStateOf(error) !== '23505') return error;
  const table = snakeCase(resource.name);
  const entry = Object.entries<Field>(resource.fields).find(([name]) => constraintOf(error) === `${table}_${snakeCase(name)}_uq`);
  return entry ? problemsError([problemOf(entry[0], entry[1], 'taken', { value: plainText(values[entry[0]]) })]) : error;
}

async function changeSeq(tx: Tx, resource: Resource, user: ActingUser): Promise<number> {
  return resource.offline ? nextChangeSeq(tx, user.tenantId, 1) : 0;
}

/** Switches rows on or off; rows that are so already stay untouched. Throws UserError 404 where one is missing. */
export async function setDisabled(tx: Tx, resource: Resource, ids: readonly string[], isDisable: 0 | 1, writing: Writing): Promise<true> {
  return changeRows(tx, resource, ids, writing, isDisable === 1 ? 'disable' : 'enable', (row) =>
    Number(row['is_disable']) === isDisable ? null : { isDisable },
  );
}

/** Removes rows logically. Throws UserError 404 where one is missing, 409 naming what still uses one. */
export async function removeRows(tx: Tx, resource: Resource, ids: readonly string[], writing: Writing): Promise<true> {
  return changeRows(
    tx,
    resource,
    ids,
    writing,
    'remove',
    () => ({ isDeleted: 1 }),
    () => refuseWhileUsed(tx, resource, writing.user.tenantId, ids),
  );
}

async function changeRows(
  tx: Tx,
  resource: Resource,
  ids: readonly string[],
  writing: Writing,
  verb: string,
  changeOf: (row: StoredRow) => Readonly<Record<string, number>> | null,
  refuse?: () => Promise<void>,
): Promise<true> {
  const { user } = writing;
  const rows = await lockRows(tx, resource, user, ids);
  if (rows.length < new Set(ids).size) throw notFound(resource);
  await refuse?.();
  const changes = rows.flatMap((row) => {
    const change = changeOf(row);
    return change ? [{ row, change }] : [];
  });
  if (changes.length === 0) return true;
  const now = nowText();
  const first = resource.offline ? await nextChangeSeq(tx, user.tenantId, changes.length) : 0;
  for (const [index, { row, change }] of changes.entries()) {
    const id = String(row['id']);
    await tx
      .update(tableOf(resource))
      .set({ ...change, version: sql`version + 1`, updateUser: user.id, updateTime: now, changeSeq: resource.offline ? first + index : 0 } as never)
      .where(sql`tenant_id = ${user.tenantId} and id = ${id}`);
    await writeAudit(tx, {
      ...writing,
      action: `${resource.name}.${verb}`,
      subject: id,
      before: verb === 'remove' ? fieldsFromRow(resource, row) : { isDisable: Number(row['is_disable']) },
      after: change,
      now,
    });
  }
  return true;
}
