import type { Command } from '#domain/kernel/command.ts';
import type { Label } from '#domain/kernel/label.ts';
import { exportPath, verbPermission, wireVerbs, type Resource, type Verb } from '#domain/kernel/resource.ts';
import { callPath } from '#domain/kernel/services.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import type { Database } from '#server/storage/database.ts';
import { gramsOf } from '#server/storage/grams.ts';
import { menuInterfaceTable } from '#server/storage/sessionTables.ts';
import { takeStartTurn } from '#server/storage/startTurn.ts';

export interface Interfaces {
  readonly product: string;
  readonly resources: readonly Resource[];
  readonly commands: readonly Command[];
  readonly calls: readonly Call[];
}
type Row = Omit<typeof menuInterfaceTable.$inferSelect, 'grams'>;

const verbLabels: readonly (readonly [verb: Verb, label: Label, method: 'GET' | 'POST'])[] = [
  ['page', ['分页', 'page'], 'GET'],
  ['list', ['列表', 'list'], 'GET'],
  ['detail', ['详情', 'detail'], 'GET'],
  ['save', ['保存', 'save'], 'POST'],
  ['enable', ['启用', 'enable'], 'POST'],
  ['disable', ['停用', 'disable'], 'POST'],
  ['remove', ['删除', 'remove'], 'POST'],
];

/** Every guarded call, each address once: hand-written ones stand before the resource's verb of the same path. */
function interfacesOf({ product, resources, commands, calls }: Interfaces): Row[] {
  const found = new Map<string, Omit<Row, 'id' | 'sort'>>();
  const add = (method: 'GET' | 'POST', path: string, permission: string | null, [zh, en]: Label): void => {
    const key = `${method} ${path}`;
    if (!found.has(key)) found.set(key, { method, path, permission: permission ?? '', interfaceName: zh, interfaceNameEn: en });
  };
  for (const { method, service, path, permission, title } of calls) add(method, callPath(service, path, product), permission, title);
  for (const { service, path, permission, title } of commands) add('POST', callPath(service, path, product), permission, title);
  for (const resource of resources) {
    const titled = ([zh, en]: Label): Label => [`${resource.title[0]}: ${zh}`, `${resource.title[1]}: ${en}`];
    for (const [verb, label, method] of verbLabels.filter(([verb]) => !resource.view || ['page', 'list', 'detail'].includes(verb)))
      for (const segment of wireVerbs(resource, verb))
        add(method, callPath(resource.service, `${resource.path}/${segment}`, product), verbPermission(resource, verb), titled(label));
    if (resource.verbs.page)
      add('GET', callPath(resource.service, exportPath(resource), product), verbPermission(resource, 'page'), titled(['导出', 'export']));
  }
  return [...found.values()]
    .toSorted((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0))
    .map((row, index) => ({ ...row, id: String(index + 1), sort: index + 1 }));
}

/** Writes down what this programme serves, where that differs from what the last one wrote. */
export async function keepInterfaces(database: Database, interfaces: Interfaces): Promise<void> {
  const rows = interfacesOf(interfaces);
  const nameOf = ({ method, path, permission, interfaceName, interfaceNameEn }: Row): string =>
    [method, path, permission, interfaceName, interfaceNameEn].join('\n');
  const { id, method, path, permission, interfaceName, interfaceNameEn, sort } = menuInterfaceTable;
  await database.transaction(async (tx) => {
    const known = await tx.select({ id, method, path, permission, interfaceName, interfaceNameEn, sort }).from(menuInterfaceTable).orderBy(sort);
    if (known.length === rows.length && known.every((row, index) => nameOf(row) === nameOf(rows[index]!))) return;
    await takeStartTurn(tx);
    await tx.delete(menuInterfaceTable);
    await tx.insert(menuInterfaceTable).values(rows.map((row) => ({ ...row, grams: gramsOf([row.interfaceName, row.interfaceNameEn, row.path]) })));
  });
}
