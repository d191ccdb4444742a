import { z } from 'zod';
import { declareCalls, inQueryOrBody, isDone, parameters } from '#domain/kernel/contract.ts';
import { savedRecord } from '#domain/kernel/resourceShapes.ts';
import { param } from './param.ts';

export const paramContracts = declareCalls({
  // null where it is not set. Parameters are the platform's (domain/reservedRights.ts).
  'GET system/param/value': {
    title: ['参数值', 'Value of a parameter'],
    permission: 'param_view',
    query: parameters('paramKey'),
    answer: z.string().nullable(),
  },
  // One that the product reads keeps its key and takes only values of its kind.
  'POST system/param/submit': savedRecord(param),
  'POST system/param/remove': { title: ['删除参数', 'Remove parameters'], permission: 'param_remove', ...inQueryOrBody('ids'), answer: isDone },
});
