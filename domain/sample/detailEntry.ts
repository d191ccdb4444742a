import type { Checked } from '#domain/kernel/check.ts';
import { detailAnswer } from './rows.ts';
import { canonicalJson } from '#domain/kernel/canonical.ts';
import { defineCommand, type Acting } from '#domain/kernel/command.ts';
import { accept, conflict, refuse, repeat, type Outcome } from '#domain/kernel/outcome.ts';
import { foreseeDetail } from './detailForesight.ts';
import { detailInput, type DetailInput } from './detailInput.ts';
import { checkTyped, detailFindings, isClosed, orderProblem, settledMoves, type DetailChange, type DetailState } from './detailState.ts';
import { comparisonState, entryState, passKind } from './entryState.ts';
import { explainedOf, findingRefusals, refuseFindings } from './findings.ts';
import { entryRefusals, openUnclear, weighPasses, type PassRecord } from './passes.ts';
import type { Finding, Values } from './rules/entryForm.ts';
import { entryFormOf, passRoutes } from './forms/entryForms.ts';

/** What an entry is called outside its seal: a desk knows by it which passes it has done. */
export const detailSubject = (requisitionCode: string, pass: number): string => `${requisitionCode} /${pass}`;

/**
 * One pass of detail entry (docs/forms.md#double-entry). The other pass must be another person's; the order is free; whichever
 * comes last is compared. Its author may later fill what they had marked illegible, nothing else.
 */
export const enterDetail = defineCommand({
  name: 'detail.enter',
  title: ['申请单录入', 'Detail entry'],
  service: 'sample',
  path: 'enter-info/enter-detail',
  permission: 'detail_enter',
  roles: ['entry'],
  screens: passRoutes(1, 2),
  input: detailInput,
  answer: detailAnswer,
  version: 1,
  offline: true,
  lanes: ({ requisitionCode }) => [`req:${requisitionCode}`],
  subject: ({ requisitionCode, pass }) => detailSubject(requisitionCode, pass),
  refusals: {
    ...entryRefusals,
    ...findingRefusals,
    'detail.formDiffers': ['此申请单应使用另一录入表单: {form}', 'This requisition is entered with another form: {form}'],
    'detail.imageMissing': [
      '送检单位要求上传申请单图片: 请先上传申请单 {requisitionCode} 的图片',
      'The client asks for a picture of requisition {requisitionCode}: upload it first',
    ],
    'detail.singleOnly': ['此申请单不需要二录', 'This requisition needs no second entry'],
    'detail.alreadyEntered': ['{by} 已于 {at} 完成此次录入(第{pass}次)', '{by} did this entry (pass {pass}) at {at}'],
    'detail.samePerson': ['另一次录入由您本人于 {at} 完成,须由他人录入', 'You did the other entry yourself at {at}; another person must do this one'],
  },
  decide: decideDetail,
  foresee: foreseeDetail,
});

/** What the form's rules say of a pass, explained or not. */
export function enteredFindings(state: DetailState, input: DetailInput, acting: Acting): readonly Finding[] {
  const { requisition } = state;
  if (!requisition) return [];
  return detailFindings(requisition.entryForm, typedOf(state, input).values, state, acting, input.unclear);
}

const typedOf = ({ requisition }: DetailState, { form, values, unclear }: DetailInput): Checked =>
  checkTyped(entryFormOf(requisition?.entryForm ?? form), { commodityIds: requisition?.commodityIds, ...values }, unclear);

function decideDetail(state: DetailState, input: DetailInput, acting: Acting): Outcome<DetailChange> {
  const { requisition } = state;
  const { requisitionCode, pass, unclear } = input;
  if (!requisition) return refuse('detail.notFound', { requisitionCode });
  const [own, other] = pass === 1 ? [state.first, state.second] : [state.second, state.first];
  const { values, problems } = typedOf(state, input);

  if (own && own.authorId === acting.user.id && isSame(own, values, unclear)) return repeat(unchanged(state));
  if (isClosed(state)) return refuse('detail.closed', { requisitionCode });
  if (input.form !== requisition.entryForm) return conflict('detail.formDiffers', { form: entryFormOf(requisition.entryForm).title });
  if (pass === 2 && !requisition.isDoubleEntry) return refuse('detail.singleOnly');
  if (own && !mayClear(own, values, state, acting)) return conflict('detail.alreadyEntered', { pass, by: own.authorName, at: own.enterTime });
  if (other && other.authorId === acting.user.id) return refuse('detail.samePerson', { at: other.enterTime });
  if (requisition.isImageMissing) return refuse('detail.imageMissing', { requisitionCode });

  const faults = [...problems, ...orderProblem(values, requisition.commodityIds)];
  if (faults.length > 0) return refuse('command.badInput', {}, faults);
  const findings = detailFindings(requisition.entryForm, values, state, acting, unclear);
  const refusal = refuseFindings(findings, input.reasons);
  if (refusal) return refusal;
  const written: PassRecord = {
    pass,
    revision: state.revisions[pass] + 1,
    kind: own ? passKind.cleared : passKind.entered,
    authorId: acting.user.id,
    authorName: acting.user.name,
    enterTime: acting.now,
    form: requisition.entryForm,
    values,
    unclear,
    explained: explainedOf(findings, input.reasons),
  };
  return accept(weighed(state, written, { startedAt: input.startedAt ?? null, seconds: input.seconds ?? null }));
}

/** The change that a new revision of a pass brings about. */
function weighed(state: DetailState, written: PassRecord, worked: { startedAt: string | null; seconds: number | null }): DetailChange {
  const { authorId: _author, authorName: _name, enterTime: _time, ...pass } = written;
  const [first, second] = written.pass === 1 ? [written, state.second] : [state.first, written];
  const outcome = weighPasses(written.form, state.requisition?.isDoubleEntry ?? false, first, second);
  const isCompared = outcome.differences.length > 0;
  return {
    pass: { ...pass, ...worked },
    entryState: outcome.entryState,
    comparison: isCompared ? { round: state.rounds + 1, state: comparisonState.pendingCorrection, differences: outcome.differences } : null,
    merged: outcome.merged,
    moves: outcome.merged ? settledMoves(state) : [],
  };
}

const unchanged = (state: DetailState): DetailChange => ({
  pass: null,
  entryState: state.requisition?.entryState ?? entryState.waiting,
  comparison: null,
  merged: null,
  moves: [],
});
const given = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== ''));
const isSame = (own: PassRecord, values: Values, unclear: readonly string[]): boolean =>
  canonicalJson(given(own.values)) === canonicalJson(given(values)) && canonicalJson([...own.unclear].sort()) === canonicalJson([...unclear].sort());

/** The author fills required fields they had marked illegible, and changes nothing else; not once the entry is settled or in dispute. */
function mayClear(own: PassRecord, values: Values, state: DetailState, acting: Acting): boolean {
  const isOpen = state.requisition?.entryState === entryState.waiting || state.requisition?.entryState === entryState.unclear;
  if (!isOpen || own.authorId !== acting.user.id || openUnclear(own).length === 0) return false;
  // What their form has learned to ask since they never had before them.
  const names = Object.keys(own.values).filter((name) => !own.unclear.includes(name));
  return names.every((name) => canonicalJson(own.values[name]) === canonicalJson(values[name]));
}
