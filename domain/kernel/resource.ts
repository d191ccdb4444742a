import type { Fields } from './fields.ts';
import type { Label } from './label.ts';
import type { Service } from './services.ts';

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
  /** Cached on desks and kept fresh by deltas. */
  readonly offline?: boolean;
  /** A read-only listing over an SQL view of the same name; page and detail alone. */
  readonly view?: boolean;
  /** Which field names a row to a person, and which code stands before it (pickers, refusals). */
  readonly display: { readonly name: string; readonly code?: string };
  /** Newest first by this field unless the list says otherwise (default createTime). */
  readonly order?: string;
  /** The fields that tell which row is meant where no single one is unique: a sheet changes rows by them. */
  readonly key?: readonly string[];
  /** Why no sheet can bring its records: they need more than a row of cells can hold. */
  readonly noSheet?: string;
  /** How the contract answers `disable`, which stands beside isDisable: 0 and 1, or false and true (default 0 and 1). */
  readonly isDisableBoolean?: boolean;
  /** Rows are scoped to the user's laboratories by this field, or by their own id where it is the resource's (spec 6, my-*). */
  readonly laboratoryField?: string;
}

/** A description as data: an identity function that checks its shape. */
export function defineResource<const R extends Resource>(resource: R): R {
  return resource;
}

/** All wire segments of a verb, the first one first; empty where the resource has no such verb. */
export function wireVerbs(resource: Resource, verb: Verb): readonly string[] {
  const names = resource.verbs[verb];
  return names === undefined ? [] : typeof names === 'string' ? [names] : names;
}

/** Where a list is exported (ours): listings of the contract share a path, so a view's export stands below its page. */
export function exportPath(resource: Resource): string {
  return resource.view ? `${resource.path}/${wireVerbs(resource, 'page')[0] ?? ''}/export` : `${resource.path}/export`;
}

/** Where the changes of one row are read (ours). */
export function historyPath(resource: Resource): string {
  return `${resource.path}/history`;
}

/** The permission a verb needs: reading needs `<resource>_view`, every writing verb its own. */
export function verbPermission(resource: Resource, verb: Verb): string {
  const isRead = verb === 'page' || verb === 'list' || verb === 'detail';
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
