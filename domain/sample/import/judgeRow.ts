import { codeStatesIn } from '#domain/code/codeOwner.ts';
import { problemText, type Problem } from '#domain/kernel/check.ts';
import type { Acting } from '#domain/kernel/command.ts';
import type { Label } from '#domain/kernel/label.ts';
import type { EarlierRequisition, Finding } from '../rules/entryForm.ts';
import { textOf } from '../rules/values.ts';
import { personMarks } from '../rules/personMarks.ts';
import { phoneTexts } from '../rules/phone.ts';
import { foreseeSummary, type Copy, type SummaryFacts } from '../summaryForesight.ts';
import { judgeSummary, reasonsOf } from '../summary.ts';
import type { SummaryInput } from '../summaryInput.ts';
import {
  importFields,
  type FaultCode,
  type ImportCommodity,
  type ImportContext,
  type ImportField,
  type ImportRow,
  type RowVerdict,
} from './importVerdict.ts';
import type { MasterIndex } from './masterIndex.ts';
import { RowCells } from './rowCells.ts';
import { readRowValues, type FirstLines } from './rowValues.ts';

/**
 * Judges one row: its cells are read, and what entry itself says of the requisition (summary.enter) is said at the cells.
 * `first` tells duplicates and persons within the sheet, `earlier` the person's requisitions in the system; undefined: nobody could look.
 */
export function judgeRow(
  row: ImportRow,
  line: number,
  context: ImportContext,
  master: MasterIndex,
  first: FirstLines,
  earlier?: readonly EarlierRequisition[],
): RowVerdict {
  const cells = new RowCells(row, context.dates);
  const read = readRowValues(cells, line, context, master, first);
  const input = { ...read.values, reasons: {}, isCodeJudged: true } as unknown as SummaryInput;
  const inSheet = earlierInSheet(input, line, first, context);
  const known = inSheet.length > 0 ? [...(earlier ?? []), ...inSheet] : earlier;
  const { state } = foreseeSummary(input, factsOf(input, context, master, known));
  const { faults, findings } = judgeSummary(state, input, actingIn(context));
  const answered = reasonsOf(input);
  const open = findings.filter(({ rule }) => !(rule in answered));
  const isTemperatureMissing = faults.some(({ field, code }) => field === 'arrivalTemperature' && code === 'required');
  for (const problem of faults) sayProblem(cells, problem, read.commodities);
  for (const finding of open) sayFinding(cells, finding);
  const isBad = cells.faults.some(({ verdict }) => verdict === 'error');
  return {
    line,
    verdict: isBad ? 'error' : cells.faults.length > 0 ? 'warn' : 'ok',
    cells: cells.faults,
    values: read.values,
    warnings: open.filter(({ severity }) => severity === 'warn'),
    isTemperatureNeeded: !isBad && isTemperatureMissing,
  };
}

/** Who imports counts by what he may overrule alone. */
const actingIn = ({ now, permissions = [] }: ImportContext): Acting => ({
  user: { id: '', account: '', name: '', tenantId: '', permissions: new Set(permissions) },
  now,
  occurredAt: null,
  deviceId: null,
});

const present = (copies: readonly (Copy | undefined)[]): Copy[] => copies.filter((copy) => copy !== undefined);

/** Requisitions of the person that rows before this one will be when it is entered. */
function earlierInSheet(input: SummaryInput, line: number, { persons }: FirstLines, { now }: ImportContext): readonly EarlierRequisition[] {
  const found = new Set(personMarks(input).map((mark) => persons.get(mark)));
  return [...found].flatMap((row) =>
    row && row.line < line && row.requisitionCode !== input.requisitionCode
      ? [{ requisitionCode: row.requisitionCode, personName: textOf(input.personName), entryTime: now }]
      : [],
  );
}

function factsOf(
  input: SummaryInput,
  { codeStyles }: ImportContext,
  { copies, segments, laboratoryCommodities }: MasterIndex,
  earlier: readonly EarlierRequisition[] | undefined,
): SummaryFacts {
  return {
    client: copies.clients.get(input.sendSampleClientId),
    laboratory: {},
    commodities: present(input.commodityIds.map((id) => copies.commodities.get(id))),
    sampleClasses: present(input.tubes.map(({ sampleClassId }) => copies.sampleClasses.get(sampleClassId))),
    laboratoryCommodities: input.commodityIds.flatMap((id) => laboratoryCommodities.get(id) ?? []),
    looked: { ...(codeStyles ? { codeStyles } : {}), ...(segments ? codeStatesIn(input, segments) : {}), ...(earlier ? { earlier } : {}) },
    // Which codes are there already is looked up for the whole sheet at once.
    existing: null,
    taken: [],
  };
}

/** Where a field has another name in a sheet. */
const importNames: Readonly<Record<string, ImportField>> = {
  commodityIds: 'commodity',
  sampleClassId: 'sampleClass',
  sendSampleClientId: 'sendSampleClient',
  contractLaboratoryId: 'contractLaboratory',
};
const importIds: ReadonlySet<string> = new Set(Object.values(importNames));
const known: ReadonlySet<string> = new Set(importFields);
function cellOf(field: string): ImportField {
  const own = field.replace(/^tubes\.\d+\./, '');
  const name = importNames[own] ?? own;
  return known.has(name) ? (name as ImportField) : 'requisitionCode';
}

const numberFaults: ReadonlySet<string> = new Set(['notNumber', 'notInteger', 'tooSmall', 'tooBig', 'tooManyDigits']);
/** What disabled master data is called. */
const disabledFaults: Readonly<Partial<Record<ImportField, FaultCode>>> = { sendSampleClient: 'disabled_client', sampleClass: 'unknown_class' };

/** A fault of a field, by the code a sheet's faults are counted by. What its reading has said already is not said again. */
function sayProblem(cells: RowCells, problem: Problem, commodities: readonly ImportCommodity[]): void {
  const field = cellOf(problem.field);
  const { code, params } = problem;
  // It is measured at the desk, and whoever confirms the import gives it.
  if (cells.hasFault(field) || (field === 'arrivalTemperature' && code === 'required')) return;
  const own: Label = [problemText(problem, 'zh'), problemText(problem, 'en')];
  // The cell beside it is the one to be filled.
  if (field === 'credentialType' && (code === 'required' || code === 'requiredChoice') && cells.text('credentialNo') === '') return;
  // A name that stands in the sheet has an id or a fault of its own; whether the row behind it may be used is a rule's word.
  if (code !== 'rule' && importIds.has(field)) return;
  if (code === 'required' || code === 'requiredChoice') return cells.fault(field, field === 'personName' ? 'name_missing' : 'required_missing');
  if (field === 'personName') return cells.fault(field, 'bad_name');
  if (code === 'tooLong') return cells.fault(field, 'too_long', String(params['max'] ?? ''));
  if (numberFaults.has(code)) return cells.fault(field, 'bad_number', '', undefined, own);
  const isDisabled = field === 'commodity' && commodities.some(({ isDisable }) => Number(isDisable ?? 0) === 1);
  return cells.fault(field, isDisabled ? 'disabled_product' : (disabledFaults[field] ?? 'rule'), own, undefined, own);
}

/** Warnings that a sheet marks at the cell; the others are kept for whoever confirms the import. */
const markedWarnings: Readonly<Record<string, FaultCode>> = {
  'R-03 age': 'age_mismatch',
  'R-04 credentialNo': 'id_checksum',
  'R-09 sampleClassId': 'class_not_allowed',
  'R-07 requisitionCode': 'foreign_code',
  'R-07 sampleCode': 'foreign_code',
  'R-08 personName': 'earlier_requisition',
};

/** What a rule finds: what forbids entry is a fault of the row. */
function sayFinding(cells: RowCells, { rule, severity, fields, text }: Finding): void {
  const [first = 'requisitionCode'] = fields;
  const marked = severity === 'block' ? blockingFault(rule, text) : severity === 'warn' ? markedWarnings[`${rule} ${first}`] : undefined;
  // A sampling time that is itself at fault says nothing about the age.
  if (!marked || (rule === 'R-03' && severity === 'warn' && cells.hasFault('samplingTime'))) return;
  if (fields.some((field) => cells.hasFault(cellOf(field)))) return;
  // Its answer has a cell of its own; the name is right.
  cells.fault(rule === 'R-08' ? 'duplicateAnswer' : cellOf(first), marked, '', undefined, text);
}

function blockingFault(rule: Finding['rule'], text: Label): FaultCode {
  if (rule === 'R-01') return 'future';
  if (rule !== 'R-05') return 'rule';
  return text === phoneTexts.length ? 'phone_short' : text === phoneTexts.landline ? 'landline' : 'phone_format';
}
