import { declareCalls } from '#domain/kernel/contract.ts';
import { savedRecord } from '#domain/kernel/resourceShapes.ts';
import { billUnit } from './billUnit.ts';
import { billEmailAutoClient } from './email/billEmailAutoClient.ts';
import { internalPrice } from './internalPrice.ts';

/** Saves that judge more than their fields: what two records would both be for, and what the kind of one needs. */
export const settlementContracts = declareCalls({
  'POST bill/billUnit/save': savedRecord(billUnit),
  'POST bill/internalPrice/save': savedRecord(internalPrice),
  'POST bill/billEmailAutoClient/save': savedRecord(billEmailAutoClient),
});
