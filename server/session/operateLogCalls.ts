import { changedField, describedResource, writtenResource } from '#domain/session/actionLabel.ts';
import { operateLog } from '#domain/session/operateLog.ts';
import { isId } from '#domain/kernel/ids.ts';
import { verbPermission, type Resource } from '#domain/kernel/resource.ts';
import { namesInValues } from '#server/kernel/namesInValues.ts';
import { neededParameter } from '#server/kernel/pageRows.ts';
import { plainText } from '#server/kernel/plainText.ts';
import { namesOf, resourceReader, type WireRow } from '#server/kernel/resourceRead.ts';
import { notFound } from '#server/kernel/resourceWrite.ts';
import { defineCall, type Call, type CallContext } from '#server/kernel/serve.ts';
import { logViews } from './logViews.ts';

type Context = CallContext<Record<string, string>>;
const views = new Map(logViews.map((view) => [view.name, view]));
const read = (verb: 'page' | 'detail', handle: (context: Context) => Promise<unknown>): Call =>
  defineCall<Record<string, string>>({
    method: 'GET',
    service: operateLog.service,
    path: `${operateLog.path}/${operateLog.verbs[verb]}`,
    title: operateLog.title,
    permission: verbPermission(operateLog, 'page'),
    handle,
  });
const readerOf = ({ db, user }: Context) => resourceReader(db, operateLog, user, views);

/** Adds what the rows are called that were written: one look-up a resource, however many entries. What has a code of its own needs no name. */
async function nameSubjects({ db, user }: Context, entries: readonly WireRow[]): Promise<readonly WireRow[]> {
  const written = new Map<Resource, WireRow[]>();
  for (const entry of entries) {
    const resource = isId(plainText(entry['subject'])) ? writtenResource(plainText(entry['action'])) : undefined;
    if (resource) written.set(resource, [...(written.get(resource) ?? []), entry]);
  }
  const names = new Map<WireRow, string>();
  for (const [resource, rows] of written) {
    const known = await namesOf(db, resource, user.tenantId, [...new Set(rows.map(({ subject }) => plainText(subject)))]);
    for (const entry of rows) names.set(entry, known.get(plainText(entry['subject'])) ?? '');
  }
  return entries.map((entry) => ({ ...entry, subjectName: names.get(entry) ?? '' }));
}

/** The operation log with names in place of ids: of what was written, and of what the values refer to. */
export const operateLogCalls: readonly Call[] = [
  read('page', async (context) => {
    const page = await readerOf(context).page(context.query);
    return { ...page, records: await nameSubjects(context, page.records) };
  }),
  read('detail', async (context) => {
    const id = neededParameter(context.query, context.query[operateLog.id] ? operateLog.id : 'id');
    const entry = isId(id) ? await readerOf(context).detail(id) : undefined;
    if (!entry) throw notFound(operateLog);
    const [named] = await nameSubjects(context, [entry]);
    const action = plainText(entry['action']);
    const described = { own: describedResource(action), fieldOf: (name: string) => changedField(action, name) };
    return { ...named, names: await namesInValues(context.db, context.user.tenantId, described, [entry['before'], entry['after']]) };
  }),
];
