import { chakra } from '@chakra-ui/react';
import { Eye, FilePen, Zap } from 'lucide-react';
import { useRef, useState } from 'react';
import { refList, type Fields } from '#domain/kernel/fields.ts';
import { changeType } from '#domain/sample/change/changeChoices.ts';
import { changeableFields, isSame } from '#domain/sample/change/changeValues.ts';
import { applyChange, forceChange } from '#domain/sample/change/orderChangeActs.ts';
import type { ChangeableRequisition, ForeseenChange } from '#domain/sample/change/orderChangeRows.ts';
import type { Problem } from '#domain/kernel/check.ts';
import { ask } from '#src/api/ask.ts';
import { newRequestId } from '#src/api/request.ts';
import { problemsOf } from '#src/console/act/AskDrawer.tsx';
import { sendCommand } from '#src/console/act/sendCommand.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { notify } from '#src/ui/notify.tsx';
import { BeforeAfter, ChangeEffects } from './ChangeEffects.tsx';

const ordered = { commodityIds: refList('产品', 'Commodities', 'commodity', { required: true, max: 20 }) };

export interface ChangeFormProps {
  readonly requisition: ChangeableRequisition;
  /** What was ordered changes; else what is known of the person. */
  readonly isOfItems: boolean;
  readonly onDone: () => void;
}
/** What shall be otherwise, and what comes of it: shown before it can be asked for. */
export function ChangeForm({ requisition, isOfItems, onDone }: ChangeFormProps) {
  const { label } = useText();
  const { can } = useSession();
  const { requisitionCode, entryForm, isSettled } = requisition;
  const [fields] = useState<Fields>(() => {
    // What was not asked for when it was received is not asked for because something else changes.
    const own = Object.entries(changeableFields(entryForm, isSettled)).map(([name, field]) => [name, { ...field, required: false }] as const);
    return { ...(isOfItems ? ordered : Object.fromEntries(own)), ...applyChange.asks };
  });
  const [begin] = useState(() => (isOfItems ? { commodityIds: requisition.commodities.map(({ commodityId }) => commodityId) } : requisition.values));
  const [foreseen, setForeseen] = useState<{ readonly of: string; readonly answer: ForeseenChange } | null>(null);
  const isForced = useRef(false);
  // A key outlives a lost answer: what is sent again is the same act.
  const keys = useRef(new Map<string, string>());

  const bodyOf = (typed: Readonly<Record<string, unknown>>) => {
    const before = requisition.commodities.map(({ commodityId }) => commodityId);
    const now = (typed['commodityIds'] as readonly string[] | null) ?? [];
    const changed = Object.keys(fields).filter(
      (name) => name !== 'applyReason' && name !== 'commodityIds' && !isSame(typed[name], begin[name as keyof typeof begin]),
    );
    return {
      requisitionCode,
      applyType: isOfItems ? changeType.items : changeType.information,
      changes: isOfItems ? [] : changed.map((field) => ({ field, before: requisition.values[field] ?? null, after: typed[field] ?? null })),
      addCommodityIds: isOfItems ? now.filter((id) => !before.includes(id)) : [],
      removeCommodityIds: isOfItems ? before.filter((id) => !now.includes(id)) : [],
    };
  };
  // Of what stands in the form: what is read from it is not spelt alike where nothing was typed.
  const asTyped = (): string => JSON.stringify(bodyOf(form.methods.watch()));
  const form = useDescribedForm({
    fields,
    values: begin,
    isSavedByLastEnter: false,
    onSave: async (values): Promise<readonly Problem[] | void> => {
      const typed = values as Readonly<Record<string, unknown>>;
      const body = bodyOf(typed);
      const of = asTyped();
      if (foreseen?.of !== of) {
        const answer = await ask('POST sample/order-change-record/foresee', { body }).catch(problemsOf);
        if (Array.isArray(answer)) return answer as readonly Problem[];
        setForeseen({ of, answer: answer as ForeseenChange });
        return (answer as ForeseenChange).problems as readonly Problem[];
      }
      if (foreseen.answer.refusal) return [];
      const command = isForced.current ? forceChange : applyChange;
      const payload = { ...body, applyReason: String(typed['applyReason'] ?? '') };
      const known = `${command.name} ${JSON.stringify(payload)}`;
      const key = keys.current.get(known) ?? newRequestId();
      keys.current.set(known, key);
      const problems = await sendCommand(command, payload, key).then(() => undefined, problemsOf);
      if (problems) return problems;
      keys.current.delete(known);
      notify.success(isForced.current ? ['变更已执行', 'The change was done'] : ['已提交, 待他人审核', 'Applied for; another person audits it']);
      return onDone();
    },
  });
  const isForeseen = foreseen !== null && foreseen.of === asTyped();
  const mayGo = isForeseen && foreseen.answer.refusal === null;
  const press = (forced: boolean): void => {
    isForced.current = forced;
    void form.save();
  };
  return (
    <form {...form.formProps}>
      <FormGrid
        form={form}
        columns={isOfItems ? 1 : 3}
        only={['applyReason', ...Object.keys(fields).filter((name) => name !== 'applyReason')]}
        isFocused
      />
      {isForeseen ? (
        <>
          <BeforeAfter entryForm={entryForm} changes={foreseen.answer.changes} />
          <ChangeEffects effects={foreseen.answer.effects} refusal={foreseen.answer.refusal} title={['影响', 'What it does']} />
        </>
      ) : null}
      <chakra.div display="flex" gap={2} mt={3} justifyContent="flex-end">
        {mayGo && can(forceChange.permission) ? (
          <Button variant="danger" icon={Zap} isBusy={form.isSaving} onClick={() => press(true)}>
            {label(forceChange.title)}
          </Button>
        ) : null}
        {!mayGo ? (
          <Button variant="primary" icon={Eye} isBusy={form.isSaving} onClick={() => press(false)}>
            {label(['查看影响', 'See what it does'])}
          </Button>
        ) : can(applyChange.permission) ? (
          <Button variant="primary" icon={FilePen} isBusy={form.isSaving} onClick={() => press(false)}>
            {label(['提交申请', 'Apply'])}
          </Button>
        ) : null}
      </chakra.div>
    </form>
  );
}
