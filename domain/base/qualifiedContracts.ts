import { z } from 'zod';
import { declareCalls, parameters, shape, type RowOf } from '#domain/kernel/contract.ts';
import { savedRecord } from '#domain/kernel/resourceShapes.ts';
import { commodityQualified } from './commodityQualified.ts';

const offer = shape({ executeLaboratoryId: z.string().nullable(), isDisable: z.int() }).nullable();
/** A process of a laboratory: how far it is, and what it changed. */
export const qualifiedProcess = shape({
  taskId: z.string(),
  action: z.string(),
  laboratoryId: z.string(),
  laboratoryName: z.string().nullable(),
  /** 2 done, 3 failed: it has ended. */
  state: z.int(),
  totalCount: z.int(),
  doneCount: z.int(),
  changes: z.array(shape({ commodityId: z.string(), rowId: z.string().nullable(), before: offer, after: offer })),
  fault: z.string().nullable(),
  createUserName: z.string(),
  createTime: z.string(),
  endTime: z.string().nullable(),
});
export type QualifiedProcess = RowOf<typeof qualifiedProcess>;

export const commodityQualifiedContracts = declareCalls({
  'POST base/commodity-qualified/save': savedRecord(commodityQualified),
  'GET base/commodity-qualified/get-process-result': {
    title: ['产品资质处理结果', 'How far a process is'],
    permission: 'commodityQualified_view',
    query: parameters('taskId'),
    answer: qualifiedProcess,
  },
});
