import { chakra } from '@chakra-ui/react';
import { leaveDays, leaveFields, readLeave } from '#domain/flow/leave.ts';
import { isDateTime } from '#domain/kernel/dates.ts';
import type { Problem } from '#domain/kernel/check.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { type DescribedForm, useDescribedForm } from '#src/ui/form/useDescribedForm.ts';

/** From and until side by side. */
const shownOrder = ['startTime', 'endTime', 'taskUser', 'reason'];

/** The form of a leave, by the rules the server judges it by. */
export function useLeaveForm(
  values: Readonly<Record<string, unknown>>,
  onSave: (values: Readonly<Record<string, unknown>>) => Promise<readonly Problem[] | void>,
): DescribedForm {
  const { user } = useSession();
  return useDescribedForm({ fields: leaveFields, values, judge: (given) => readLeave(given, user?.id ?? '').problems, onSave });
}

/** Its fields, and how many days they come to. */
export function LeaveForm({ form, isFocused = true }: { readonly form: DescribedForm; readonly isFocused?: boolean }) {
  const { label } = useText();
  const [from, until] = form.methods.watch(['startTime', 'endTime']) as readonly string[];
  const days = from && until && isDateTime(from) && isDateTime(until) && until > from ? leaveDays(from, until) : null;
  return (
    <>
      <FormGrid form={form} columns={2} only={shownOrder} isFocused={isFocused} />
      <chakra.p textStyle="dense" color="fg.muted" mt={2} minH="20px" aria-live="polite">
        {days === null
          ? label([
              '三天以内由审批人批准; 三天以上还需行政审批',
              'Up to three days the chosen person decides; longer leave asks the administration too',
            ])
          : label(['共 {days} 天{more}', '{days} days{more}'], {
              days,
              more: days > 3 ? label([', 还需行政审批', ', the administration decides too']) : '',
            })}
      </chakra.p>
    </>
  );
}
