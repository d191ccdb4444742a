import { actionLabel, changedField, describedResource, writtenResource } from '#domain/session/actionLabel.ts';
import { changesOf } from '#domain/session/auditChanges.ts';
import { operateLogContracts } from '#domain/session/logCalls.ts';
import { operateLog } from '#domain/session/operateLog.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { isId } from '#domain/kernel/ids.ts';
import { longText } from '#domain/kernel/fields.ts';
import { inLanguage } from '#domain/kernel/label.ts';
import { directRows } from '#domain/kernel/listExport.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import { languageOf } from '#server/kernel/core/answers.ts';
import { takingFile } from '#server/kernel/core/patients.ts';
import type { AskedList, ListSource } from '#server/kernel/export/listSources.ts';
import { sendExport, tooManyAtOnce } from '#server/kernel/export/exportRows.ts';
import { namesInValues, type ValueNames } from '#server/kernel/import/namesInValues.ts';
import { neededParameter } from '#server/kernel/resource/pageRows.ts';
import { plainText } from '#server/kernel/core/plainText.ts';
import { namesOf, resourceReader, type WireRow } from '#server/kernel/resource/resourceRead.ts';
import { notFound } from '#server/kernel/resource/resourceWrite.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { peersOf } from '#server/storage/laboratoryScope.ts';
import { operateLogFor } from './logViews.ts';

/** Who reads it, and in which words. */
type Told = Pick<AskedList, 'db' | 'language'> & { readonly user: ActingUser };
/** The log as far as the reader may see it: what people of other laboratories did names these people's patients. */
async function readerOf({ db, user }: Pick<Told, 'db' | 'user'>) {
  const peers = await peersOf(db, user);
  const whole = operateLogFor({ user });
  const view = peers === null ? whole : { ...whole, select: `${whole.select} where a.user_id in (${peers.join()})` };
  return resourceReader(db, operateLog, user, new Map([[view.name, view]]));
}

function grouped<Key>(entries: readonly WireRow[], keyOf: (entry: WireRow) => Key): ReadonlyMap<Key, readonly WireRow[]> {
  const groups = new Map<Key, WireRow[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return groups;
}

/** Adds what the rows are called that were written: one look-up a resource, however many entries. What has a code of its own needs no name. */
async function nameSubjects({ db, user }: Pick<Told, 'db' | 'user'>, entries: readonly WireRow[]): Promise<readonly WireRow[]> {
  const written = grouped(entries, ({ subject, action }) => (isId(plainText(subject)) ? writtenResource(plainText(action)) : undefined));
  const names = new Map<WireRow, string>();
  for (const [resource, rows] of written) {
    if (!resource) continue;
    const known = await namesOf(db, resource, user.tenantId, [...new Set(rows.map(({ subject }) => plainText(subject)))]);
    for (const entry of rows) names.set(entry, known.get(plainText(entry['subject'])) ?? '');
  }
  return entries.map((entry) => ({ ...entry, subjectName: names.get(entry) ?? '' }));
}

const describedAs = (action: string) => ({ own: describedResource(action), fieldOf: (name: string) => changedField(action, name) });

/** The log as a file: with what a screen has in its drawer. */
const { before, after } = operateLog.fields;
const toldLog: Resource = {
  ...operateLog,
  fields: { ...operateLog.fields, before: longText(...before.label, { column: true }), after: longText(...after.label, { column: true }) },
};

/** Entries in words, as the screen and its drawer show them: one look-up of names for all acts of a kind. */
async function* told(context: Told, portions: AsyncIterable<readonly WireRow[]>): AsyncGenerator<readonly WireRow[]> {
  const { language } = context;
  for await (const portion of portions) {
    const names = new Map<WireRow, ValueNames>();
    for (const [kind, entries] of grouped(portion, ({ action }) => plainText(action).split('.', 1)[0] ?? '')) {
      const values = entries.flatMap(({ before, after }) => [before, after]);
      const known = await namesInValues(context.db, context.user.tenantId, describedAs(kind), values);
      for (const entry of entries) names.set(entry, known);
    }
    const subjects = await nameSubjects(context, portion);
    yield portion.map((entry, at) => {
      const action = plainText(entry['action']);
      const changes = changesOf(describedAs(action).fieldOf, entry['before'], entry['after'], language, names.get(entry));
      const lines = (side: 'before' | 'after'): string | null =>
        changes.flatMap((change) => (change[side] === null ? [] : [`${change.title}: ${change[side]}`])).join('\n') || null;
      const subject = plainText(subjects[at]?.['subjectName']) || entry['subject'];
      return { ...entry, action: inLanguage(actionLabel(action), language), subject, before: lines('before'), after: lines('after') };
    });
  }
}

/** The log as a file, in words. */
export async function operateLogSource(asked: AskedList): Promise<ListSource> {
  const reader = await readerOf(asked);
  return {
    resource: toldLog,
    tellsPatients: true,
    count: (most) => reader.count(asked.query, most),
    all: (most, tooMany) => told(asked, reader.all(asked.query, most, tooMany)),
  };
}

/** The operation log with names in place of ids: of what was written, and of what the values refer to. */
export const operateLogCalls: readonly Call[] = serveCalls(operateLogContracts, {
  'GET log/operate-log/page': {
    async handle(context) {
      const page = await (await readerOf(context)).page(context.query);
      return { ...page, records: await nameSubjects(context, page.records) };
    },
  },
  'GET log/operate-log/detail': {
    async handle(context) {
      const id = neededParameter(context.query, context.query.operateLogId ? 'operateLogId' : 'id');
      const entry = isId(id) ? await (await readerOf(context)).detail(id) : undefined;
      if (!entry) throw notFound(operateLog);
      const [named] = await nameSubjects(context, [entry]);
      const described = describedAs(plainText(entry['action']));
      return { ...named, names: await namesInValues(context.db, context.user.tenantId, described, [entry['before'], entry['after']]) };
    },
  },
  'GET log/operate-log/page/export': {
    cost: 'export',
    async handle(context) {
      const asked = { ...context, user: takingFile(context.user) };
      const source = await operateLogSource({ ...asked, language: languageOf(context.request) });
      return sendExport(asked, source, source.all(directRows, tooManyAtOnce));
    },
  },
});
