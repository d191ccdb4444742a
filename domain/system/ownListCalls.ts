import { z } from 'zod';
import { fileAnswer, pageShape, type Contract } from '#domain/kernel/contract.ts';
import { historyContract } from '#domain/kernel/historyCalls.ts';
import { verbPermission, type Resource } from '#domain/kernel/resource.ts';
import { listParameters, rowShape } from '#domain/kernel/resourceShapes.ts';

/** What is read of a described list that lies in a table of its own, the same for the whole installation. `row`: where the contract spells more than the fields. */
export function ownListCalls(resource: Resource, row: z.ZodObject = rowShape(resource)) {
  const { title } = resource;
  const permission = verbPermission(resource, 'page');
  const query = listParameters(resource);
  const page = { byHand: 'ownTable', title, permission, query, answer: pageShape(row) } satisfies Contract;
  return {
    'GET list': page,
    'GET page': page,
    'GET detail': { title, permission, query: z.looseObject({}), answer: row },
    'GET history': { ...historyContract(resource), query: z.looseObject({}) },
    'GET export': { title, permission, query, answer: fileAnswer },
  } as const;
}
