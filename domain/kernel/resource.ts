import type { Fields } from './fields.ts';
import type { Label } from './label.ts';
import { roleAliases, type Right, type RoleGrants } from './roles.ts';
import type { Service } from './services.ts';

/** A screen made by hand, as the menu shows it; commands say themselves that they are done on it. */
export interface HandScreen {
  /** The contract's own spelling. */
  readonly route: string;
  readonly title: Label;
  /** Icon name of the shell. */
  readonly icon: string;
  /** The group of the menu, where it is not the one its route begins with (domain/menu.ts). */
  readonly group?: string;
  /** The right to open it without any act. */
  readonly view?: Right;
  /** Rights of calls made on it that are no commands. */
  readonly calls?: readonly Right[];
}

/** What can be done to a described resource. Reads: page, list, detail. */
export type Verb = 'page' | 'list' | 'detail' | 'save' | 'enable' | 'disable' | 'remove';

export interface Screen {
  /** The contract's own spelling. */
  readonly route: string;
  readonly title: Label;
  /** Filters this screen always sends. */
  readonly fixed?: Readonly<Record<string, string | number>>;
}

export interface Resource {
  /** Singular noun, camelCase; also the table's name in snake_case. */
  readonly name: string;
  readonly title: Label;
  readonly service: Service;
  /** The wire's path segment below the service. */
  readonly path: string;
  /** Our verb -> the wire's last segment. A second wire name for a verb is listed after the first. */
  readonly verbs: Readonly<Partial<Record<Verb, string | readonly string[]>>>;
  /** The wire's name of the id; it is also the parameter of `detail`. */
  readonly id: string;
  readonly fields: Fields;
  readonly screens?: readonly Screen[];
  /** What the seeded roles may do with it; absent: the administrator alone. */
  readonly roles?: RoleGrants;
  /** Cached on desks and kept fresh by deltas. */
  readonly offline?: boolean;
  /** Fields its list answers nothing without: they stand first in its search form. */
  readonly needed?: readonly string[];
  /** A read-only listing over an SQL view of the same name; page and detail alone. */
  readonly view?: boolean;
  /** What reading it asks for, where that is not its own `<name>_view`. */
  readonly permission?: string | null;
  /** Keys that it can be ordered by; absent: all that have an order. */
  readonly sortable?: readonly string[];
  /** Which field names a row to a person, which code stands before it (pickers, refusals), and which other name it is found by, too. */
  readonly display: { readonly name: string; readonly code?: string; readonly also?: string };
  /** Newest first by this field unless the list says otherwise (default createTime). */
  readonly order?: string;
  /** The fields that tell which row is meant where no single one is unique: a sheet changes rows by them. */
  readonly key?: readonly string[];
  /** Why no sheet can bring its records: they need more than a row of cells can hold. */
  readonly noSheet?: string;
  /** How the contract answers `disable`, which stands beside isDisable: 0 and 1, or false and true (default 0 and 1). */
  readonly isDisableBoolean?: boolean;
  /** Pickers offer rows that are switched off, too: what points at them is described before they are on. */
  readonly isPickedWhileOff?: boolean;
  /** Rows are scoped to the user's laboratories by this field, or by their own id where it is the resource's (docs/contract.md#roles). */
  readonly laboratoryField?: string;
  /** Rows that name no laboratory are everybody's to see, and to change by who serves all of them. */
  readonly isOpenWithoutLaboratory?: boolean;
}

/** A description as data: an identity function that checks its shape. */
export function defineResource<const R extends Resource>(resource: R): R {
  return resource;
}

/** The screen of a resource at a route. Throws where it has none there: a route nobody described is a fault of ours. */
export function screenAt({ name, screens = [] }: Resource, route: string): Screen {
  const found = screens.find((screen) => screen.route === route);
  if (!found) throw new Error(`${name} has no screen at ${route}`);
  return found;
}

/** All wire segments of a verb, the first one first; empty where the resource has no such verb. */
export function wireVerbs(resource: Resource, verb: Verb): readonly string[] {
  const names = resource.verbs[verb];
  return names === undefined ? [] : typeof names === 'string' ? [names] : names;
}

/** A segment below a resource's path; some of the contract's lists stand below their service itself. */
export const pathBelow = ({ path }: Pick<Resource, 'path'>, segment: string): string => (path === '' ? segment : `${path}/${segment}`);

/** Where a list is exported (ours): listings of the contract share a path, so a view's export stands below its page. */
export function exportPath(resource: Resource): string {
  return resource.view ? `${pathBelow(resource, wireVerbs(resource, 'page')[0] ?? '')}/export` : `${resource.path}/export`;
}

/** Where the changes of one row are read (ours). */
export function historyPath(resource: Resource): string {
  return `${resource.path}/history`;
}

/** The permission a verb needs: reading needs `<resource>_view`, every writing verb its own. */
export function verbPermission(resource: Resource, verb: Verb): string {
  const isRead = verb === 'page' || verb === 'list' || verb === 'detail';
  if (isRead && typeof resource.permission === 'string') return resource.permission;
  return `${resource.name}_${isRead ? 'view' : verb}`;
}

/** True where rows can be switched off (the wire's isDisable). */
export function canDisable(resource: Resource): boolean {
  return resource.verbs.disable !== undefined;
}

/** True where records of a resource can come from a sheet: they can be saved, and a sheet can hold all they need. */
export function canImport(resource: Resource): boolean {
  return resource.noSheet === undefined && !resource.view && resource.verbs.save !== undefined;
}
/** Where a sheet's rows are judged and saved (ours). */
export function importPath(resource: Resource): string {
  return `${resource.path}/import`;
}

const verbLabels: Readonly<Record<Exclude<Verb, 'list' | 'detail'>, Label>> = {
  page: ['查看', 'View'],
  save: ['新增/编辑', 'Save'],
  enable: ['启用', 'Enable'],
  disable: ['停用', 'Disable'],
  remove: ['删除', 'Remove'],
};

/** The rights of a resource's own verbs; reading is one of them. */
export function resourceRights(resource: Resource): readonly Right[] {
  const verbs = Object.entries(verbLabels) as readonly [Verb, Label][];
  return verbs
    .filter(([verb]) => resource.verbs[verb] !== undefined || (verb === 'page' && (resource.verbs.list ?? resource.verbs.detail) !== undefined))
    .map(([verb, [zh, en]]) => ({
      code: verbPermission(resource, verb),
      label: [`${zh}${resource.title[0]}`, `${en}: ${resource.title[1]}`],
      roles: roleAliases.filter((alias) => {
        const granted = resource.roles?.[alias] ?? [];
        return granted === 'all' || granted.includes(verb === 'page' ? 'view' : (verb as 'save'));
      }),
    }));
}
