import type { Cells } from '#src/resource/listingColumns.ts';

const shared = {
  sendSampleClientId: { width: 200, least: 140 },
  commodityId: { width: 180, least: 130 },
  reason: { width: 220, least: 150 },
} as const;
const sample = {
  sampleCode: { width: 140, least: 110, isMono: true },
  personName: { width: 90, least: 72 },
  contactNumber: { width: 120, least: 100 },
} as const;

/** Widths of what was noted of clients, of samples, and of lines themselves. */
export const clientRecordCells: Cells<object> = shared;
export const sampleRecordCells: Cells<object> = { ...shared, ...sample };
export const sampleLineCells: Cells<object> = {
  ...sampleRecordCells,
  excludedBy: { width: 120, least: 90 },
  requisitionCode: { width: 140, least: 110, isMono: true },
  billPriceStr: { width: 90, least: 72, align: 'end' },
};
