import { resources } from '#domain/resources.ts';
import * as deliveryTables from './deliveryTables.ts';
import * as deskTables from './deskTables.ts';
import * as deskWatchTables from './deskWatchTables.ts';
import * as baseTables from './baseTables.ts';
import * as billDocumentTables from './billDocumentTables.ts';
import * as billTables from './billTables.ts';
import * as codeTables from './codeTables.ts';
import * as blobTables from './blobTables.ts';
import * as erpTables from './erpTables.ts';
import * as entrustTables from './entrustTables.ts';
import * as flowTables from './flowTables.ts';
import * as kernelTables from './kernelTables.ts';
import * as listTables from './listTables.ts';
import * as noticeTables from './noticeTables.ts';
import * as labBatchTables from './labBatchTables.ts';
import * as labTables from './labTables.ts';
import * as labTaskTables from './labTaskTables.ts';
import * as orderChangeTables from './orderChangeTables.ts';
import * as opTables from './opTables.ts';
import * as parcelTables from './parcelTables.ts';
import * as qualityTables from './qualityTables.ts';
import * as rejectTables from './rejectTables.ts';
import * as reportSearchTables from './reportSearchTables.ts';
import * as reportTables from './reportTables.ts';
import * as resultTables from './resultTables.ts';
import * as runningTables from './runningTables.ts';
import * as sampleTables from './sampleTables.ts';
import * as smsTables from './smsTables.ts';
import * as spineTables from './spineTables.ts';
import * as sessionTables from './sessionTables.ts';
import * as uploadTables from './uploadTables.ts';
import { tableOf } from './tables.ts';

/** Every table of the database, for migrations: hand-written ones by file, described ones by resource. */
export const schema: Readonly<Record<string, unknown>> = {
  ...kernelTables,
  ...listTables,
  ...blobTables,
  ...deskTables,
  ...deskWatchTables,
  ...baseTables,
  ...sessionTables,
  ...sampleTables,
  ...spineTables,
  ...labTables,
  ...labTaskTables,
  ...labBatchTables,
  ...resultTables,
  ...reportTables,
  ...smsTables,
  ...deliveryTables,
  ...reportSearchTables,
  ...uploadTables,
  ...orderChangeTables,
  ...entrustTables,
  ...billTables,
  ...billDocumentTables,
  ...erpTables,
  ...codeTables,
  ...runningTables,
  ...noticeTables,
  ...flowTables,
  ...opTables,
  ...parcelTables,
  ...qualityTables,
  ...rejectTables,
  ...Object.fromEntries(resources.filter(({ view }) => !view).map((resource) => [`resource:${resource.name}`, tableOf(resource)])),
};
