/** The job that prices open lines where a policy was saved (docs/bill.md#prices). */
export const repriceJob = 'bill.reprice';
