import { z } from 'zod';
import { anyJson } from '#domain/kernel/contract.ts';
import { detailAnswer } from './rows.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { accept, conflict, refuse, type Outcome } from '#domain/kernel/outcome.ts';
import { comparePasses } from './rules/compare.ts';
import { codeText, reasonsInput } from './codeText.ts';
import { checkTyped, detailFindings, isClosed, settledMoves, type DetailChange, type DetailState } from './detailState.ts';
import { comparisonState, entryState, passKind } from './entryState.ts';
import { explainedOf, findingRefusals, refuseFindings } from './findings.ts';
import { entryRefusals, mergePasses } from './passes.ts';
import { followSources } from './rules/derive.ts';
import { entryFormOf, passRoutes } from './forms/entryForms.ts';

/** Payload of `detail.correct`, version 1: only fields that differ; none means "mine stands". */
export const correctInput = z.object({ requisitionCode: codeText(), values: z.record(z.string().max(64), anyJson), reasons: reasonsInput });
export type CorrectInput = z.output<typeof correctInput>;
export type CorrectPayload = z.input<typeof correctInput>;

/** The second clerk looks once more at the fields that differ, without seeing the first pass; what still differs goes to arbitration. */
export const correctDetail = defineCommand({
  name: 'detail.correct',
  title: ['二录更正', 'Correct the second entry'],
  service: 'sample',
  path: 'enter-info/correct-detail',
  permission: 'detail_enter',
  roles: ['entry'],
  screens: passRoutes(1, 2),
  input: correctInput,
  answer: detailAnswer,
  version: 1,
  offline: false,
  lanes: ({ requisitionCode }) => [`req:${requisitionCode}`],
  subject: ({ requisitionCode }) => `${requisitionCode} /2`,
  refusals: {
    ...entryRefusals,
    ...findingRefusals,
    'detail.notPendingCorrection': ['此申请单没有待您更正的差异', 'There is nothing to check for you on this requisition'],
    'detail.notYours': ['只能由二录人 {by} 更正', 'Only the second clerk, {by}, may correct it'],
    'detail.notDiffering': ['只能更正有差异的字段', 'Only fields that differ may be corrected'],
  },
  decide(state: DetailState, { requisitionCode, values: typed, reasons }: CorrectInput, acting): Outcome<DetailChange> {
    const { requisition, first, second, comparison } = state;
    if (!requisition) return refuse('detail.notFound', { requisitionCode });
    if (isClosed(state)) return refuse('detail.closed', { requisitionCode });
    if (!first || !second || comparison?.state !== comparisonState.pendingCorrection) return conflict('detail.notPendingCorrection');
    if (second.authorId !== acting.user.id) return refuse('detail.notYours', { by: second.authorName });
    if (Object.keys(typed).some((name) => !comparison.fields.includes(name))) return refuse('detail.notDiffering');

    const unclear = second.unclear.filter((name) => !(name in typed));
    const { values, problems } = checkTyped(
      entryFormOf(requisition.entryForm),
      followSources(requisition.entryForm, [second.values], { ...second.values, ...typed }, acting.now, new Set(Object.keys(typed))),
      unclear,
    );
    if (problems.length > 0) return refuse('command.badInput', {}, problems);
    const known = Object.fromEntries(second.explained.map(({ rule, reason }) => [rule, reason]));
    const findings = detailFindings(requisition.entryForm, values, state, acting, unclear);
    const refusal = refuseFindings(findings, { ...known, ...reasons });
    if (refusal) return refusal;
    const differences = comparePasses(requisition.entryForm, first.values, values);
    const isSettled = differences.length === 0;
    return accept({
      pass: {
        pass: 2,
        revision: state.revisions[2] + 1,
        kind: passKind.corrected,
        form: requisition.entryForm,
        values,
        unclear,
        explained: explainedOf(findings, { ...known, ...reasons }),
        startedAt: null,
        seconds: null,
      },
      entryState: isSettled ? entryState.settled : entryState.pendingArbitration,
      comparison: { round: comparison.round, state: isSettled ? comparisonState.settled : comparisonState.pendingArbitration, differences },
      merged: isSettled ? mergePasses(first.values, values) : null,
      moves: isSettled ? settledMoves(state) : [],
    });
  },
});
