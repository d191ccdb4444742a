import { z } from 'zod';
import { shape } from './contract.ts';

/** A row with those below it; a leaf has no list at all. */
export type Grown<Row> = Row & { readonly children?: readonly Grown<Row>[] | undefined };

/** Rows as trees. */
export function forestShape<Row>(row: z.ZodObject & z.ZodType<Row>): z.ZodType<Grown<Row>[]> {
  const grown: z.ZodType = row.extend({ children: z.lazy(() => z.array(grown)).optional() });
  return z.array(grown) as unknown as z.ZodType<Grown<Row>[]>;
}

/** The contract's node of a tree that is chosen from: key and value are the id. */
export const treeNodeShape = shape({ id: z.string(), parentId: z.string(), title: z.string(), key: z.string(), value: z.string() });
export const treeShape = forestShape(treeNodeShape);
