import { z } from 'zod';
import { shape } from '#domain/kernel/contract.ts';
import { choices } from '#domain/kernel/choices.ts';
import { defineCommand, type Command } from '#domain/kernel/command.ts';
import { date, longText, ref, text } from '#domain/kernel/fields.ts';
import { accept, conflict, refuse, type Outcome } from '#domain/kernel/outcome.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { idText } from '#domain/kernel/ids.ts';

/** Which commodities a laboratory is qualified for, who then does the test, and from when to when. */
export const commodityQualified = defineResource({
  name: 'commodityQualified',
  title: ['产品资质', 'Qualification'],
  service: 'base',
  path: 'commodity-qualified',
  verbs: { page: 'list', detail: 'detail', save: 'save', remove: 'remove' },
  id: 'qualifiedId',
  roles: { ops: 'all' },
  display: { name: 'commodityId' },
  key: ['laboratoryId', 'commodityId', 'executeLaboratoryId', 'validFrom'],
  fields: {
    laboratoryId: ref('检验所', 'Laboratory', 'laboratory', { required: true, search: true }),
    commodityId: ref('产品', 'Commodity', 'commodity', { required: true, search: true }),
    executeLaboratoryId: ref('执行检验所', 'Executing laboratory', 'laboratory', { required: true, search: true }),
    certificateNo: text('资质编号', 'Certificate', { max: 50 }),
    validFrom: date('生效日期', 'Valid from', { required: true }),
    validTo: date('失效日期', 'Valid to', { help: ['空表示长期有效', 'Empty: without end'] }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/basic/commodityQualified', title: ['产品资质管理', 'Qualifications'] }],
  laboratoryField: 'laboratoryId',
});

export const processState = choices({
  waiting: [0, '排队中', 'Waiting'],
  running: [1, '处理中', 'Running'],
  done: [2, '已完成', 'Done'],
  failed: [3, '失败', 'Failed'],
});
export const processAction = choices({ execute: ['execute', '执行资质', 'Apply'], reset: ['reset', '撤销执行', 'Undo'] });

export interface ProcessState {
  /** The laboratory is there, and the user serves it. */
  readonly isKnown: boolean;
  /** A process of this laboratory that has not ended. */
  readonly running: { readonly taskId: string; readonly by: string; readonly at: string } | null;
  /** The last execution that has ended and was not undone. */
  readonly executed: string | null;
}
export interface NewProcess {
  readonly action: string;
  readonly laboratoryId: string;
  /** The execution to be undone. */
  readonly undoes: string | null;
}
const input = z.object({ laboratoryId: idText });

function processCommand(action: 'execute' | 'reset', title: readonly [string, string]): Command<z.output<typeof input>, ProcessState, NewProcess> {
  return defineCommand({
    name: `commodityQualified.${action}`,
    title,
    service: 'base',
    path: `commodity-qualified/${action}`,
    permission: 'commodityQualified_execute',
    roles: ['ops'],
    input,
    answer: shape({ taskId: z.string() }),
    version: 1,
    offline: false,
    lanes: ({ laboratoryId }) => [`qualified:${laboratoryId}`],
    subject: ({ laboratoryId }) => laboratoryId,
    refusals: {
      'commodityQualified.unknown': ['未找到该检验所', 'No such laboratory'],
      'commodityQualified.running': ['该检验所正在处理中({by}, {at})', 'A process of this laboratory is running ({by}, {at})'],
      'commodityQualified.nothing': ['没有可撤销的执行', 'There is nothing to undo'],
    },
    decide({ isKnown, running, executed }: ProcessState, { laboratoryId }: z.output<typeof input>): Outcome<NewProcess> {
      if (!isKnown) return refuse('commodityQualified.unknown');
      if (running) return conflict('commodityQualified.running', { by: running.by, at: running.at, taskId: running.taskId });
      if (action === 'reset' && executed === null) return refuse('commodityQualified.nothing');
      return accept({ action, laboratoryId, undoes: action === 'reset' ? executed : null });
    },
  });
}

/** Applies the qualifications of a laboratory to what it offers; goes on as a job. */
export const executeQualified = processCommand('execute', ['执行产品资质', 'Apply qualifications']);
/** Undoes the last application, as far as nobody has changed it since; goes on as a job. */
export const resetQualified = processCommand('reset', ['撤销产品资质执行', 'Undo applied qualifications']);

/** A commodity a laboratory offers, as it stands. */
export interface Offered {
  readonly rowId: string;
  readonly commodityId: string;
  readonly executeLaboratoryId: string | null;
  readonly isDisable: number;
}
export interface Qualification {
  readonly commodityId: string;
  readonly executeLaboratoryId: string;
  readonly validFrom: string;
  readonly validTo: string | null;
}
/** One change of what is offered: how it stood (null: not at all) and how it shall stand (null: not at all). */
export interface OfferChange {
  readonly commodityId: string;
  readonly rowId: string | null;
  readonly before: { readonly executeLaboratoryId: string | null; readonly isDisable: number } | null;
  readonly after: { readonly executeLaboratoryId: string | null; readonly isDisable: number } | null;
}

const standing = ({ executeLaboratoryId, isDisable }: Offered) => ({ executeLaboratoryId, isDisable });

/** What must change so that a laboratory offers what it is qualified for on a day, and nothing else. */
export function qualifyPlan(offered: readonly Offered[], qualified: readonly Qualification[], day: string): OfferChange[] {
  const valid = new Map(
    qualified.filter(({ validFrom, validTo }) => validFrom <= day && (validTo === null || day <= validTo)).map((one) => [one.commodityId, one]),
  );
  const known = new Set(offered.map(({ commodityId }) => commodityId));
  const changed = offered.flatMap((row): OfferChange[] => {
    const one = valid.get(row.commodityId);
    const after = one
      ? { executeLaboratoryId: one.executeLaboratoryId, isDisable: 0 }
      : { executeLaboratoryId: row.executeLaboratoryId, isDisable: 1 };
    const isSame = after.isDisable === row.isDisable && after.executeLaboratoryId === row.executeLaboratoryId;
    return isSame ? [] : [{ commodityId: row.commodityId, rowId: row.rowId, before: standing(row), after }];
  });
  const added = [...valid.values()]
    .filter(({ commodityId }) => !known.has(commodityId))
    .map(({ commodityId, executeLaboratoryId }): OfferChange => ({
      commodityId,
      rowId: null,
      before: null,
      after: { executeLaboratoryId, isDisable: 0 },
    }));
  return [...changed, ...added];
}

/** The way back of changes that still stand; a row that was changed since stays as its people made it. */
export function undoPlan(offered: readonly Offered[], done: readonly OfferChange[]): OfferChange[] {
  const rows = new Map(offered.map((row) => [row.rowId, row]));
  return done.flatMap((change): OfferChange[] => {
    const row = rows.get(change.rowId ?? '');
    const isUntouched =
      row && change.after && row.isDisable === change.after.isDisable && row.executeLaboratoryId === change.after.executeLaboratoryId;
    return isUntouched ? [{ commodityId: change.commodityId, rowId: row.rowId, before: standing(row), after: change.before }] : [];
  });
}
