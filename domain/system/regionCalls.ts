import { z } from 'zod';
import { callsUnder, declareCalls, inQueryOrBody, isDone, shape, texts } from '#domain/kernel/contract.ts';
import { rowShape, savedRecord } from '#domain/kernel/resourceShapes.ts';
import { treeNodeShape } from '#domain/kernel/treeShapes.ts';
import { importContract } from '#domain/sheet/importCall.ts';
import { ownListCalls } from './ownListCalls.ts';
import { region } from './region.ts';

/** A region as trees are opened by: one level at a time. */
export const regionRow = shape({
  id: z.string(),
  parentId: z.string(),
  code: z.string(),
  parentCode: z.string(),
  name: z.string(),
  level: z.number(),
  sort: z.number(),
  remark: z.string(),
});
/** Left out where there are none. */
const hasChildren = z.literal(true).optional();
const title = ['行政区划', 'Regions'] as const;

export const regionReads = ownListCalls(region, rowShape(region).extend({ parentId: z.string().nullable() }));
export const regionContracts = declareCalls({
  'GET system/region/lazy-tree': {
    byHand: 'tree',
    title,
    permission: null,
    everybody: 'provinces and cities, for forms',
    query: texts('parentCode'),
    answer: z.array(treeNodeShape.extend({ hasChildren })),
  },
  'GET system/region/lazy-list': {
    byHand: 'tree',
    title,
    permission: 'region_view',
    query: texts('parentCode', 'code', 'name'),
    answer: z.array(regionRow.extend({ hasChildren })),
  },
  'GET system/region/select': {
    byHand: 'picker',
    title,
    permission: null,
    everybody: 'provinces and cities, for forms',
    query: texts('code'),
    answer: z.array(regionRow.extend({ hasChildren })),
  },
  'POST system/region/submit': { ...savedRecord(region), answer: shape({ id: z.string(), code: z.string() }) },
  'POST system/region/remove': {
    title: ['删除区划', 'Remove regions'],
    permission: 'region_remove',
    ...inQueryOrBody('ids', 'id', 'code'),
    answer: isDone,
  },
  'POST system/region/import': importContract(region),
});
export const allRegionContracts = { ...callsUnder('system/region', regionReads), ...regionContracts };
