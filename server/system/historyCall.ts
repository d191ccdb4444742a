import { historyPath, verbPermission, type Resource } from '#domain/kernel/resource.ts';
import { neededId } from '#server/kernel/pageRows.ts';
import { historyOf } from '#server/kernel/resourceHistory.ts';
import { defineCall, type Call } from '#server/kernel/serve.ts';

/** The changes of rows that lie in tables of their own: what the asking tenant's people did to them. */
export function historyCall(resource: Resource): Call {
  return defineCall({
    method: 'GET',
    service: resource.service,
    path: historyPath(resource),
    title: [`${resource.title[0]}: 变更记录`, `${resource.title[1]}: changes`],
    permission: verbPermission(resource, 'page'),
    handle: ({ db, query, user }) => historyOf(db, resource, user, neededId(query, query[resource.id] ? resource.id : 'id'), query),
  });
}
