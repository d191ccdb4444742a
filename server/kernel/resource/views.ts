import type { SQL } from 'drizzle-orm';
import type { Resource } from '#domain/kernel/resource.ts';

/** A read-only listing: the SELECT behind a described resource with `view: true`. */
export interface View {
  /** The resource's name. */
  readonly name: string;
  /**
   * One SELECT without parameters and without ORDER BY. Its columns: `id`, `tenant_id`, every field in snake_case,
   * and the field the resource is ordered by. Keep it flat (no GROUP BY, no DISTINCT), so that filters reach the indexes.
   */
  readonly select: string;
  /** Its ids are texts, not numbers. */
  readonly isIdText?: true;
  /** Fields whose 1- and 2-grams stand in a column of the SELECT: field name -> column. Other texts are found by their beginning. */
  readonly grams?: Readonly<Record<string, string>>;
  /** Fields that are found by more than their own column: field name -> the condition on a row `r` for what was typed. */
  readonly find?: Readonly<Record<string, (typed: string, tenantId: string) => SQL>>;
  /** A row without a laboratory is everybody's, as a code that no tube carries yet; else it is hidden from who is limited. */
  readonly isOpenWithoutLaboratory?: boolean;
}

/** Names a view; an identity function that checks its shape. */
export function defineView(view: View): View {
  return view;
}

/** Where the rows of a resource are read from, as SQL text with the alias `r`. */
export function sourceOf(resource: Resource, table: string, views: ReadonlyMap<string, View>): string {
  if (!resource.view) return `"${table}" r`;
  const view = views.get(resource.name);
  if (!view) throw new Error(`resource ${resource.name} is a view without a SELECT; name it in server/steps.ts`);
  return `(${view.select}) r`;
}
