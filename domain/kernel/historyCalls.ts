import { z } from 'zod';
import { anyRecord, pageShape, parameters, shape, type Contract } from './contract.ts';
import { verbPermission, type Resource } from './resource.ts';

const historyEntry = shape({
  id: z.string(),
  action: z.string(),
  createTime: z.string(),
  userName: z.string(),
  deviceId: z.string().nullable(),
  reason: z.string().nullable(),
  before: anyRecord.nullable(),
  after: anyRecord.nullable(),
  names: z.record(z.string(), z.record(z.string(), z.string())),
});

/** The changes of one row of a list that is kept in a table of its own. */
export const historyContract = (resource: Resource) =>
  ({
    title: [`${resource.title[0]}: 变更记录`, `${resource.title[1]}: changes`],
    permission: verbPermission(resource, 'page'),
    query: z.looseObject(parameters('id', resource.id, 'current', 'size').shape),
    answer: pageShape(historyEntry),
  }) satisfies Contract;
