import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { decideKeptCalls } from './decideKept.ts';
import { revokeCalls } from './deviceCalls.ts';
import { deviceListingCalls } from './deviceListing.ts';
import { servedDiscardOperation } from './discardOperation.ts';
import { deskImportCalls } from './importActs.ts';
import { keptRowCalls } from './keptRows.ts';
import { sealKeyCalls } from './sealKeyCalls.ts';

export const deskArea: ServedArea = {
  commands: () => [servedDiscardOperation],
  calls: [...keptRowCalls, ...decideKeptCalls, ...revokeCalls, ...sealKeyCalls, ...deskImportCalls, ...deviceListingCalls],
};
