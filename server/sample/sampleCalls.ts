import type { Call } from '#server/kernel/serve.ts';
import { arbitrationInfo, arbitrationPage, detailInfo } from './detailCalls.ts';
import { doubleEnterPage, singleEnterPage } from './entryQueue.ts';
import { handoverCommodities, handoverDetail, handoverPage, handoverPrint, noHandoverCount, noHandoverPage } from './handoverCalls.ts';
import { handoverWhy } from './handoverWhy.ts';
import { confirmImport, importStatus, importSummary } from './importSummary.ts';
import { knownCodes } from './knownCodes.ts';
import { recentPersons } from './recentPersons.ts';
import { requisitionImageCalls } from './requisitionImageCalls.ts';
import { findCode } from './findCode.ts';
import { summaryByCode, summaryById, todayList } from './summaryCalls.ts';
import { worklist } from './worklist.ts';

/** Every call of reception, entry and handover that is neither a resource's verb nor a step. */
export const sampleCalls: readonly Call[] = [
  todayList,
  summaryByCode,
  findCode,
  summaryById,
  singleEnterPage,
  doubleEnterPage,
  detailInfo,
  arbitrationPage,
  arbitrationInfo,
  importSummary,
  importStatus,
  confirmImport,
  knownCodes,
  handoverPage,
  handoverDetail,
  handoverPrint,
  noHandoverPage,
  noHandoverCount,
  handoverCommodities,
  handoverWhy,
  ...requisitionImageCalls,
  worklist,
  recentPersons,
];
