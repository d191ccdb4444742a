import { z } from 'zod';
import { declareCalls, parameters, shape, type RowOf } from '#domain/kernel/contract.ts';
import { formKeys } from '../rules/entryForm.ts';
import { viewSamples } from '../viewSamples.ts';
import { fieldChange } from './orderChangeRows.ts';

/** What one act on a requisition changed; of a pass nothing is told, for it may be a blind one. */
export const actChange = shape({
  /** As the timeline names the act. */
  actId: z.string(),
  entryForm: z.literal(formKeys),
  changes: z.array(fieldChange),
  /** Names of commodities. */
  added: z.array(z.string()),
  removed: z.array(z.string()),
});
export type ActChange = RowOf<typeof actChange>;

export const actChangeContracts = declareCalls({
  'GET sample/timeline/changes': {
    title: ['时间轴上更改的内容', 'What the acts of a timeline changed'],
    permission: viewSamples.code,
    query: parameters('requisitionCode'),
    answer: z.array(actChange),
  },
});
