import { beginPrint, printRefusal } from '#domain/code/printJob.ts';
import type { Label } from '#domain/kernel/label.ts';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import type { WireRow } from '#src/resource/wireRow.ts';

/** Whether a row's print job may still be printed; else the rule's own sentence. */
export const mayPrint = ({ jobState }: WireRow): true | Label => allowedBy(beginPrint, printRefusal({ state: Number(jobState) }));
