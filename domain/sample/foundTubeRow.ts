import { z } from 'zod';
import { shape, type RowOf } from '#domain/kernel/contract.ts';
import { labStatusShape } from './sampleStatus.ts';

/** One thing that happened to a tube. */
export const foundAct = shape({
  /** By the clock of the desk; beside it when the server had it, where it was told. */
  at: z.string(),
  serverTime: z.string().nullable(),
  /** The command's name. */
  what: z.string(),
  /** What the tube became by it; null where it stayed what it was. */
  toStatus: labStatusShape.nullable(),
  by: z.string().nullable(),
  /** A reason, or what it was done to. */
  why: z.string().nullable(),
});
export type FoundAct = RowOf<typeof foundAct>;

/** One tube that a code leads to, and what is known of it now. */
export const foundTube = shape({
  sampleId: z.string(),
  requisitionCode: z.string(),
  sampleCode: z.string(),
  /** 1: the code stands for a tube that was never scanned: the requisition was rejected without one. */
  isCodeInvented: z.int(),
  hospitalCode: z.string().nullable(),
  testTubeNumber: z.string().nullable(),
  labCode: z.string().nullable(),
  labStatus: labStatusShape,
  sampleClassName: z.string().nullable(),
  commodityNames: z.string(),
  sendSampleClientName: z.string().nullable(),
  contractLaboratoryName: z.string().nullable(),
  executeLaboratoryName: z.string().nullable(),
  receiveTime: z.string(),
  entryPersonName: z.string(),
  rejectReason: z.string().nullable(),
  /** Whose it is, as far as the asking person may know; null: not at all. */
  personName: z.string().nullable(),
  sex: z.number().nullable(),
  age: z.number().nullable(),
  ageUnit: z.number().nullable(),
  /** Never whole. */
  telephone: z.string().nullable(),
  /** The newest handover it stands on. */
  handover: shape({
    by: z.string(),
    signedBy: z.string().nullable(),
  }).nullable(),
  /** Labels of it that were replaced, the oldest first. */
  replaced: z.array(
    shape({
      oldCode: z.string(),
      newCode: z.string(),
      reason: z.string(),
      by: z.string(),
      at: z.string(),
    }),
  ),
  /** What was done to it, the oldest first; never a value of an entry. */
  acts: z.array(foundAct),
});
export type FoundTube = RowOf<typeof foundTube>;
