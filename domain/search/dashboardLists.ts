import { z } from 'zod';
import { oneOf, shape } from '#domain/kernel/contract.ts';
import { choice } from '#domain/kernel/fields.ts';
import { describeListing, pick, type CountedIn } from '#domain/kernel/listing.ts';
import { entryState } from '#domain/sample/entryState.ts';
import { labStatusShape } from '#domain/sample/sampleStatus.ts';
import { words } from './vocabulary.ts';

const word = z.string().nullable();
const received = {
  requisitionCode: word,
  personName: word,
  receiveTime: z.string(),
  receiveServerTime: z.string(),
  sendSampleClientName: word,
  laboratoryName: word,
};

/** What an hour of the dashboard counts: the tubes that were received in it. */
export const receivedTubes = describeListing({
  name: 'receivedTube',
  title: ['每小时接收明细', 'Tubes received in an hour'],
  at: 'search/dashboard/tubes',
  permission: 'sample_view',
  row: shape({ sampleId: z.string(), sampleCode: z.string(), labStatus: labStatusShape, ...received }),
  id: 'sampleId',
  columns: pick(words, 'sampleCode', 'requisitionCode', 'personName', 'labStatus', 'receiveTime', 'sendSampleClientId', 'laboratoryId'),
  search: pick(words, 'receiveTime'),
});
/** What an age of the dashboard counts: the requisitions whose entry is open and that were received between two moments. */
export const waitingRequisitions = describeListing({
  name: 'waitingRequisition',
  title: ['待录入明细', 'What waits for entry'],
  at: 'search/dashboard/waiting',
  permission: 'sample_view',
  row: shape({ requisitionId: z.string(), entryState: oneOf(entryState), commodityNames: z.string(), ...received }),
  id: 'requisitionId',
  columns: {
    ...pick(words, 'requisitionCode', 'personName'),
    entryState: choice('录入状态', 'Entry state', entryState),
    ...pick(words, 'receiveTime', 'commodityNames', 'sendSampleClientId', 'laboratoryId'),
  },
  search: pick(words, 'receiveTime'),
});

const between = { receiveTimeBegin: 'fromTime', receiveTimeEnd: 'toTime' };
export const opensHour: CountedIn = { list: receivedTubes, by: between };
export const opensAge: CountedIn = { list: waitingRequisitions, by: between };
