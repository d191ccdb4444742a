import { z } from 'zod';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import { declareCalls, oneOf, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, code, decimal, text } from '#domain/kernel/fields.ts';
import { describeListing, pick, type CountedIn } from '#domain/kernel/listing.ts';
import { words } from '#domain/search/vocabulary.ts';
import { batchKind, placeState } from '../batch/sheetChoices.ts';
import { confidence } from '../rules/judging.ts';
import { personSearch } from './taskWords.ts';
import { viewTasks } from '../viewTasks.ts';

const word = z.string().nullable();
const number = z.number().nullable();

/** An organism found in one sample of a batch, and in how many of the batch. */
const foundPathogen = shape({
  name: z.string(),
  confidence: oneOf(confidence).nullable(),
  rpm: number,
  found: z.int(),
  samples: z.int(),
  isSuspected: z.boolean(),
});

/** A sample's place on a tNGS sheet that was submitted, with what was found from it. */
export const tngsHistoryRow = shape({
  sampleId: z.string(),
  placeId: z.string(),
  ruleId: z.string(),
  batch: z.string(),
  batchKind: oneOf(batchKind),
  well: word,
  labCode: word,
  sampleCode: z.string(),
  requisitionCode: z.string(),
  personName: word,
  sampleClassName: word,
  laboratoryName: word,
  state: oneOf(placeState),
  detectionResult: oneOf(qualitativeResult).nullable(),
  /** Names, the surest first. */
  pathogens: z.string(),
  /** Those of them that stand in too many of the batch's samples. */
  suspected: z.string(),
  foundPathogens: z.array(foundPathogen),
  rawReads: number,
  humanReads: number,
  q30: number,
  spikeRpm: number,
  createTime: z.string(),
});
export type TngsHistoryRow = RowOf<typeof tngsHistoryRow>;

export const tngsHistory = describeListing({
  name: 'tngsHistory',
  title: ['tNGS 历史查询', 'tNGS history'],
  at: 'op/tngs/listPage',
  permission: viewTasks.code,
  row: tngsHistoryRow,
  id: 'placeId',
  columns: {
    ...pick(words, 'batch'),
    well: code('孔位', 'Well'),
    ...pick(words, 'labCode', 'sampleCode'),
    pathogens: text('检出病原', 'Pathogens found'),
    suspected: text('疑似污染', 'Suspected contamination'),
    detectionResult: words.detectionResult,
    rawReads: decimal('原始读段数(M)', 'Raw reads (M)'),
    humanReads: decimal('人源比例(%)', 'Human reads (%)'),
    q30: decimal('Q30(%)', 'Q30 (%)'),
    spikeRpm: decimal('内参RPM', 'Spike-in RPM'),
    batchKind: choice('批次类型', 'Step', batchKind),
    state: choice('孔位状态', 'Place', placeState),
    ...pick(words, 'personName', 'sampleClassId', 'requisitionCode', 'laboratoryId', 'createTime'),
  },
  search: {
    ...personSearch,
    ...pick(words, 'batch', 'createTime'),
    pathogens: text('检出病原', 'Pathogens found'),
    batchKind: choice('批次类型', 'Step', batchKind),
  },
  /** A batch, and an organism's whole name: what a cell of the map counts. */
  parameters: ['ruleId', 'foundName'],
  screens: [{ route: '/search/tngsHistorySearch', title: ['tNGS 历史查询', 'tNGS history'] }],
});

/** What one map shows: more batches or organisms could not be told apart; how many there are in all is told beside it. */
export const mostBatches = 20;
export const mostPathogens = 30;

/** What a cell of the map counts, whoever was searched for: each batch stands there as a whole. */
export const opensCell: CountedIn = { list: tngsHistory, by: { ruleId: 'ruleId', foundName: 'name' }, count: 'found' };
export const tngsHistoryContracts = declareCalls({
  /** In how many samples of each batch each organism was found: the newest batches of the filtered list, each as a whole. */
  'GET op/tngs/heat-map': {
    title: ['病原 × 批次热图', 'Organisms by batch'],
    permission: viewTasks.code,
    query: tngsHistory.contracts['GET op/tngs/listPage'].query,
    answer: shape({
      /** The oldest first. */
      batches: z.array(shape({ ruleId: z.string(), batch: z.string(), samples: z.int() })),
      /** Those that stand in most samples first. */
      pathogens: z.array(z.string()),
      cells: z.array(shape({ ruleId: z.string(), name: z.string(), found: z.int(), isSuspected: z.boolean() })),
      batchCount: z.int(),
      pathogenCount: z.int(),
    }),
  },
});
