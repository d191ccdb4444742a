import { z } from 'zod';
import { labStatusShape } from './sampleStatus.ts';
import { anyJson, oneOf, shape } from '#domain/kernel/contract.ts';
import { problemOf, type Problem } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { accept, conflict, refuse, type Refusal, type Outcome } from '#domain/kernel/outcome.ts';
import { codeText, reasonsInput } from './codeText.ts';
import { checkTyped, detailFindings, isClosed, settledMoves, type DetailChange, type DetailState } from './detailState.ts';
import { arbitrationChoice, comparisonState, entryState } from './entryState.ts';
import { findingRefusals, refuseFindings } from './findings.ts';
import { entryRefusals, isEmptyValue, mergePasses } from './passes.ts';
import { followSources } from './rules/derive.ts';
import type { Values } from './rules/entryForm.ts';
import { entryFormOf } from './forms/entryForms.ts';

const decision = z.object({
  field: z.string().max(64),
  /** 1 first entry, 2 second entry, 3 typed anew (with value and reason). */
  choice: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  value: anyJson.optional(),
  reason: z.string().trim().max(200).nullish(),
});
/** Payload of `detail.arbitrate`, version 1: one decision for each field that differs. */
export const arbitrateInput = z.object({ requisitionCode: codeText(), decisions: z.array(decision).min(1).max(100), reasons: reasonsInput });
export type ArbitrateInput = z.output<typeof arbitrateInput>;
export type ArbitratePayload = z.input<typeof arbitrateInput>;

/** What speaks against an arbiter who entered a pass himself; null: nothing. */
export const ownPassRefusal = (isOwn: boolean): Refusal | null => (isOwn ? refuse('detail.ownPass') : null);

/** A third person decides each field on which the two passes still differ (docs/forms.md#double-entry). Both passes stay as they are. */
export const arbitrateDetail = defineCommand({
  name: 'detail.arbitrate',
  title: ['录入仲裁', 'Arbitrate'],
  service: 'sample',
  path: 'enter-info/arbitrate-detail',
  permission: 'detail_arbitrate',
  roles: ['audit1'],
  screens: ['/sample/arbitration'],
  input: arbitrateInput,
  answer: shape({ requisitionCode: z.string(), entryState: oneOf(entryState), labStatus: labStatusShape }),
  version: 1,
  offline: false,
  lanes: ({ requisitionCode }) => [`req:${requisitionCode}`],
  subject: ({ requisitionCode }) => requisitionCode,
  refusals: {
    ...entryRefusals,
    ...findingRefusals,
    'detail.notPendingArbitration': ['此申请单没有待仲裁的差异', 'There is nothing to arbitrate on this requisition'],
    'detail.ownPass': ['您录入过此申请单,须由他人仲裁', 'You entered this requisition yourself; another person must arbitrate'],
    'detail.decisionMissing': ['请逐项作出决定', 'Each differing field needs a decision'],
  },
  decide(state: DetailState, { requisitionCode, decisions, reasons }: ArbitrateInput, acting): Outcome<DetailChange> {
    const { requisition, first, second, comparison } = state;
    if (!requisition) return refuse('detail.notFound', { requisitionCode });
    if (isClosed(state)) return refuse('detail.closed', { requisitionCode });
    if (!first || !second || comparison?.state !== comparisonState.pendingArbitration) return conflict('detail.notPendingArbitration');
    const own = ownPassRefusal([first, second].some(({ authorId }) => authorId === acting.user.id));
    if (own) return own;

    const form = entryFormOf(requisition.entryForm);
    const faults: Problem[] = [];
    const chosen: Record<string, unknown> = {};
    for (const field of comparison.fields) {
      const described = form.fields[field];
      const made = decisions.filter((entry) => entry.field === field);
      const [only] = made;
      if (!only || made.length > 1)
        faults.push(described ? problemOf(field, described, 'requiredChoice') : { field, code: 'wrongShape', params: { label: [field, field] } });
      else if (only.choice === arbitrationChoice.typed && (isEmptyValue(only.value) || !only.reason))
        faults.push({ field, code: 'rule', params: { text: ['重新输入须填写值和原因', 'Typing anew needs a value and a reason'] } });
      else
        chosen[field] =
          only.choice === arbitrationChoice.typed ? only.value : (only.choice === arbitrationChoice.first ? first : second).values[field];
    }
    if (faults.length > 0 || decisions.some(({ field }) => !comparison.fields.includes(field))) return refuse('detail.decisionMissing', {}, faults);

    const merged: Values = { ...mergePasses(first.values, second.values), ...chosen };
    const settled = followSources(requisition.entryForm, [first.values, second.values], merged, acting.now, new Set(comparison.fields));
    const { values, problems } = checkTyped(form, settled, []);
    if (problems.length > 0) return refuse('command.badInput', {}, problems);
    const known = Object.fromEntries([...first.explained, ...second.explained].map(({ rule, reason }) => [rule, reason]));
    const refusal = refuseFindings(detailFindings(requisition.entryForm, values, state, acting, []), { ...known, ...reasons });
    if (refusal) return refusal;
    return accept({
      pass: null,
      entryState: entryState.settled,
      comparison: { round: comparison.round, state: comparisonState.settled, decisions },
      merged: values,
      moves: settledMoves(state),
    });
  },
});
