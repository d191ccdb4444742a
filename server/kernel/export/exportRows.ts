import { open, rm } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { directRows, exportLongCode, mostRows, patientsTold } from '#domain/kernel/listExport.ts';
import type { Field } from '#domain/kernel/fields.ts';
import { inLanguage, type Label, type Language } from '#domain/kernel/label.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import { wireName } from '#domain/kernel/wireNames.ts';
import type { WrittenCell } from '#domain/sheet/writeSheet.ts';
import type { Reader } from '#server/storage/readRows.ts';
import { writeAudit } from '#server/kernel/act/audit.ts';
import { deviceIdOf } from '#server/kernel/act/onceOnly.ts';
import { languageOf, UserError } from '#server/kernel/core/answers.ts';
import type { BlobStore } from '#server/kernel/core/blobStore.ts';
import { seesPatients, type FileTaker } from '#server/kernel/core/patients.ts';
import { conditionsOf } from './conditions.ts';
import { columnsOf } from './exportColumns.ts';
import type { ListSource } from './listSources.ts';
import { writeInThread } from './sheetWriter.ts';
import type { WrittenFile } from './xlsxFile.ts';
import type { Query } from '#server/kernel/resource/resourceQuery.ts';
import type { WireRow } from '#server/kernel/resource/resourceRead.ts';
import { nowText } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Who wants which list as a file. */
export interface AskedFile {
  readonly db: Reader;
  readonly source: Pick<ListSource, 'resource' | 'notes' | 'tellsPatients' | 'isHeadLocked'>;
  readonly query: Query;
  readonly language: Language;
  readonly user: FileTaker;
}

/** More rows than come at once; behind the screen they do. */
export const tooManyAtOnce = (): UserError =>
  new UserError(422, [`超过 ${directRows} 行, 请改为后台导出`, `More than ${directRows} rows: let the file be made in the background`], {
    refusal: exportLongCode,
    params: { direct: directRows, most: mostRows },
  });
/** More than any file holds. */
export const tooManyForAFile = (most = mostRows): UserError =>
  new UserError(422, [`超过 ${most} 行, 一个文件放不下, 请缩小条件后再导出`, `More than ${most} rows, which one file cannot hold: narrow the list`], {
    refusal: 'export.tooLong',
    params: { most },
  });

/** How a file tells who patients are; undefined where it says nothing of any. */
export function patientsIn({ source: { resource, tellsPatients }, query, user }: Pick<AskedFile, 'source' | 'query' | 'user'>) {
  const fields: Readonly<Record<string, Field>> = resource.fields;
  if (!tellsPatients && !columnsOf(resource, query).some(({ key }) => fields[key]?.patient)) return undefined;
  return seesPatients({ user }) ? patientsTold.clear : patientsTold.masked;
}

/**
 * Writes a list to a new file: the rows, and a second sheet that says which conditions, who, when, how many. A thread
 * of its own packs it. `onRows` hears how many rows there are so far; what it throws ends the work.
 */
export async function writeList(
  { db, source, query, language, user }: AskedFile,
  portions: AsyncIterable<readonly WireRow[]>,
  path: string,
  onRows: (count: number) => Promise<void> = async () => {},
): Promise<WrittenFile & { readonly rows: number }> {
  const { resource } = source;
  const say = (label: Label): string => inLanguage(label, language);
  const columns = columnsOf(resource, query);
  const conditions = await conditionsOf(db, resource, user.tenantId, query, language);
  const told = patientsTold.labelOf(patientsIn({ source, query, user }));
  let count = 0;
  async function* cells(): AsyncGenerator<readonly WrittenCell[][]> {
    for await (const portion of portions) {
      yield portion.map((row) => columns.map(({ cell }) => cell(row, language)));
      count += portion.length;
      await onRows(count);
    }
  }
  const file = await writeInThread({
    path,
    names: [say(resource.title), say(['条件', 'Conditions'])],
    heads: columns.map(({ title }) => say(title)),
    isHeadLocked: source.isHeadLocked,
    rows: cells(),
    conditions: () => [
      [say(['条件', 'Condition']), say(['值', 'Value'])],
      [say(['列表', 'List']), say(resource.title)],
      [say(['导出人', 'Exported by']), user.name],
      [say(['导出时间', 'Exported at']), nowText()],
      [say(['行数', 'Rows']), count],
      ...(told ? [[say(['受检者信息', 'Patients']), say(told)]] : []),
      // Whose list it was says as much as a row of it.
      ...conditions.map(({ field, title, value }) => [title, field?.patient && !seesPatients({ user }) ? '***' : value]),
      ...(source.notes?.() ?? []).map(([title, value]) => [say(title), value]),
    ],
  });
  return { ...file, rows: count };
}

/** What a browser saves the file as. */
export function fileHeaders(reply: FastifyReply, resource: Resource, language: Language, size: number): FastifyReply {
  const name = encodeURIComponent(`${inLanguage(resource.title, language)}.xlsx`);
  return reply
    .header('content-type', xlsxType)
    .header('content-length', size)
    .header('content-disposition', `attachment; filename="${resource.name}.xlsx"; filename*=UTF-8''${name}`)
    .header('cache-control', 'no-store');
}

/** What a direct export is asked with. */
export interface DirectExport extends Omit<AskedFile, 'source' | 'language' | 'query'> {
  readonly query: unknown;
  readonly database: Pick<Database, 'transaction'>;
  readonly blobs: BlobStore;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type Named = Readonly<Record<string, unknown>>;
/** Parameters by these fields, or by their ranges and parts. */
const byFields = (fields: readonly (readonly [string, Field])[]): ((name: string) => boolean) => {
  const names = fields.flatMap(([name, field]) => [name, wireName(name, field)]);
  return (name) => names.some((one) => name.startsWith(one));
};

/** What a list was asked with, for the audit trail: names of parameters with their values, without those that tell who a patient is. */
export function withoutPatients(resource: Resource, query: Named): Named {
  const isPrivate = byFields(Object.entries<Field>(resource.fields).filter(([, { patient }]) => patient));
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, isPrivate(name) || name.startsWith('keyword') ? '***' : value]));
}
/** What a list heeds of what it was asked with. */
function heeded(resource: Resource, query: Named): Named {
  const isKnown = byFields(Object.entries<Field>(resource.fields));
  return Object.fromEntries(Object.entries(query).filter(([name]) => isKnown(name) || name === 'keyword'));
}

/** Sends a list as an .xlsx file; the audit trail says who took how much of what. Throws what the portions throw, a malformed filter or too many rows above all. */
export async function sendExport(
  asked: DirectExport,
  source: AskedFile['source'],
  portions: AsyncIterable<readonly WireRow[]>,
): Promise<FastifyReply> {
  const language = languageOf(asked.request);
  const path = await asked.blobs.draft();
  const query = (asked.query ?? {}) as Query;
  const { resource } = source;
  try {
    const { size, rows } = await writeList({ ...asked, source, language, query }, portions, path);
    // Where nothing was found nothing was taken: what somebody tried is not written where others read it.
    const patients = patientsIn({ source, query, user: asked.user });
    const after = { rows, ...(rows > 0 ? { ...(patients ? { patients } : {}), ...withoutPatients(resource, heeded(resource, query)) } : {}) };
    const written = { user: asked.user, deviceId: deviceIdOf(asked.request), opId: null, before: null, after, now: nowText() };
    await asked.database.transaction((tx) => writeAudit(tx, { ...written, action: 'list.export', subject: resource.name }));
    const file = await open(path);
    return fileHeaders(asked.reply, resource, language, size).send(file.createReadStream());
  } finally {
    // Whoever reads it has it open.
    await rm(path, { force: true });
  }
}
