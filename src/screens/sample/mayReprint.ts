import { reprintSampleCodes } from '#domain/code/codeApply.ts';
import { beginPrint } from '#domain/code/printJob.ts';
import { useNumbers } from '#domain/code/useNumbers.ts';

type Can = (permission: string) => boolean;
export const mayReprintOfApply = (can: Can): boolean =>
  can('sampleCodeApply_view') && can(reprintSampleCodes.permission) && can(beginPrint.permission);

/** Whether a person may print labels again, one way or the other. */
export const mayReprint = (can: Can): boolean => mayReprintOfApply(can) || can(useNumbers.permission);
