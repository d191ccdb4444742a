import { z } from 'zod';
import { choices } from '#domain/kernel/choices.ts';
import { declareCalls, oneOf, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, code, dateTime, decimal, text } from '#domain/kernel/fields.ts';
import { describeListing, pick, type CountedIn } from '#domain/kernel/listing.ts';
import { words } from '#domain/search/vocabulary.ts';
import { notifyWay } from '../process/processChoices.ts';
import { personSearch } from './taskWords.ts';
import { viewTasks } from '../viewTasks.ts';

const word = z.string().nullable();

/** Where a call for a new tube stands. */
export const resampleState = choices({ open: [1, '待重采', 'Awaited'], takenBack: [2, '已恢复', 'Taken back'], arrived: [3, '已完成', 'Arrived'] });

/** A call for a new tube of a pregnant woman, with what may have been the cause. */
export const niptResampleRow = shape({
  recordId: z.string(),
  sampleId: z.string(),
  labCode: word,
  sampleCode: z.string(),
  requisitionCode: z.string(),
  personName: word,
  commodityNames: z.string(),
  sendSampleClientName: word,
  laboratoryName: word,
  /** `12+5`; null where the requisition says none. */
  gestation: word,
  bmi: z.number().nullable(),
  /** Percent, of the last result before the call. */
  ff: z.number().nullable(),
  reasonCode: word,
  reason: z.string(),
  notify: oneOf(notifyWay).nullable(),
  /** What the last follow-up call said, and when; null: nobody has asked yet. */
  lastTrack: word,
  lastTrackTime: word,
  newSampleCode: word,
  state: oneOf(resampleState),
  closerName: word,
  closeTime: word,
  version: z.int(),
  creator: z.string(),
  createTime: z.string(),
});
export type NiptResampleRow = RowOf<typeof niptResampleRow>;

const resampleWords = {
  notify: choice('通知方式', 'Told by', notifyWay),
  state: choice('重采状态', 'New sample', resampleState),
  reasonCode: code('原因代码', 'Reason code'),
};

export const niptResamples = describeListing({
  name: 'niptResample',
  title: ['NIPT 重采查询', 'NIPT resamples'],
  at: 'search/non-invasive-page',
  permission: viewTasks.code,
  row: niptResampleRow,
  id: 'recordId',
  columns: {
    ...pick(words, 'labCode', 'sampleCode', 'personName'),
    gestation: text('采血孕周', 'Gestational age'),
    bmi: decimal('BMI', 'BMI'),
    ff: decimal('胎儿浓度(%)', 'Fetal fraction (%)'),
    reasonCode: resampleWords.reasonCode,
    reason: words.reason,
    notify: resampleWords.notify,
    lastTrack: text('最近跟进', 'Last followed up'),
    lastTrackTime: dateTime('跟进时间', 'Followed up at'),
    newSampleCode: code('新样本条码', 'New sample code'),
    state: resampleWords.state,
    ...pick(words, 'createTime', 'creator', 'sendSampleClientId', 'commodityNames', 'requisitionCode', 'laboratoryId'),
  },
  search: { ...personSearch, ...resampleWords, createTime: words.createTime },
  /** One of them: what a point of the chart is. */
  parameters: ['recordId'],
  sortable: ['createTime'],
  screens: [{ route: '/search/niptResample', title: ['NIPT 重采查询', 'NIPT resamples'] }],
});

/** A point of the chart counts the one call it is, whoever was searched for. */
export const opensPoint: CountedIn = { list: niptResamples, by: { recordId: 'recordId' }, count: 'count' };

/** Points of one chart: more would be one blot. */
export const mostPoints = 1_000;

const niptPoint = shape({ recordId: z.string(), labCode: z.string(), gaDays: z.int(), ff: z.number(), state: oneOf(resampleState) });
export type NiptPoint = RowOf<typeof niptPoint>;

export const niptResampleContracts = declareCalls({
  /** Fetal fraction against gestational age over the whole filtered list. */
  'GET search/non-invasive-chart': {
    title: ['NIPT 重采散点图', 'Fetal fraction by gestational age'],
    permission: viewTasks.code,
    query: niptResamples.contracts['GET search/non-invasive-page'].query,
    answer: shape({
      /** The newest first. */
      points: z.array(niptPoint),
      /** Of the list: with both, and without one of them. */
      pointCount: z.int(),
      lackingCount: z.int(),
    }),
  },
});
