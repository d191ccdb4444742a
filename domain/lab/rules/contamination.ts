/** Percent of a batch's samples beyond which an organism found in them is suspected to come from the batch itself (docs/lab.md#contamination). */
export const contaminationPercent = 30;

/** Whether an organism that was found in `found` of a batch's `samples` is suspected to be a contamination: more than the limit, not the limit itself. */
export const isContamination = (found: number, samples: number): boolean => found * 100 > samples * contaminationPercent;
