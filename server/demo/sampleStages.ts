import { labStatus } from '#domain/sample/sampleStatus.ts';
import { billedClients } from './bill/billMaster.ts';

/** How many of a thousand invented tubes stand where, and how many hours ago they were received. */
export interface Stage {
  readonly status: number;
  readonly perMille: number;
  readonly fromHours: number;
  readonly toHours: number;
}
export interface SampleProfile {
  /** First letter of requisition codes and first digit of sample codes: never those of the sample sheets. */
  readonly letter: string;
  readonly digit: string;
  readonly stages: readonly Stage[];
  /** Every n-th settled requisition keeps its passes and audit entries; 1 for all. */
  readonly historyEvery: number;
  /** Codes of the commodities they are sent in for; absent: any that is tested here. */
  readonly commodities?: readonly string[];
  /** Codes of the clients who send them; absent: any. */
  readonly clients?: readonly string[];
}

/** A laboratory at work: a few dozen in each state, all recent, with their whole history. */
export const deskProfile: SampleProfile = {
  letter: 'D',
  digit: '7',
  historyEvery: 1,
  stages: [
    { status: labStatus.pendingEntry, perMille: 260, fromHours: 0.1, toHours: 8 },
    { status: labStatus.entered, perMille: 200, fromHours: 20, toHours: 40 },
    { status: labStatus.received, perMille: 150, fromHours: 22, toHours: 90 },
    { status: labStatus.firstAudited, perMille: 100, fromHours: 90, toHours: 140 },
    { status: labStatus.secondAudited, perMille: 50, fromHours: 120, toHours: 160 },
    { status: labStatus.issued, perMille: 150, fromHours: 160, toHours: 700 },
    { status: labStatus.terminated, perMille: 20, fromHours: 90, toHours: 400 },
    { status: labStatus.rejected, perMille: 70, fromHours: 0.2, toHours: 200 },
  ],
};

/** Tubes that the laboratory works on: few commodities, so that a run sheet has something to hold. Where each goes from receipt is told in `lab/`. */
export const benchProfile: SampleProfile = {
  letter: 'L',
  digit: '6',
  historyEvery: 1,
  commodities: ['NIPT01', 'CBC01', 'TNGS02', 'MNGS02', 'BIO07', 'DEAF20', 'WES01'],
  stages: [
    { status: labStatus.received, perMille: 720, fromHours: 96, toHours: 520 },
    { status: labStatus.received, perMille: 280, fromHours: 30, toHours: 80 },
  ],
};

/** What is billed: reported tests of four months, of few clients. */
export const billProfile: SampleProfile = {
  letter: 'K',
  digit: '5',
  historyEvery: 1,
  commodities: ['NIPT01', 'NIPT02', 'PE01'],
  clients: billedClients,
  stages: [{ status: labStatus.issued, perMille: 1000, fromHours: 120, toHours: 2_700 }],
};

/** Two years of a large house: nearly everything is reported, history is sparse. */
export const yearsProfile: SampleProfile = {
  letter: 'M',
  digit: '8',
  historyEvery: 20,
  stages: [
    { status: labStatus.pendingEntry, perMille: 2, fromHours: 0.1, toHours: 24 },
    { status: labStatus.entered, perMille: 3, fromHours: 20, toHours: 40 },
    { status: labStatus.received, perMille: 8, fromHours: 22, toHours: 150 },
    { status: labStatus.firstAudited, perMille: 3, fromHours: 140, toHours: 170 },
    { status: labStatus.secondAudited, perMille: 2, fromHours: 150, toHours: 190 },
    { status: labStatus.issued, perMille: 959, fromHours: 180, toHours: 17_520 },
    { status: labStatus.terminated, perMille: 8, fromHours: 180, toHours: 17_520 },
    { status: labStatus.rejected, perMille: 15, fromHours: 24, toHours: 17_520 },
  ],
};
