import { z } from 'zod';
import { partsOfFields } from '#domain/kernel/check.ts';
import { oneOf, shape } from '#domain/kernel/contract.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { choice, date, flag, longText, ref, reasonField } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import { accept, conflict, refuse, type Outcome } from '#domain/kernel/outcome.ts';
import { choices } from '#domain/kernel/choices.ts';
import { criterionState } from './releaseCriterion.ts';
import type { ConfigScope } from './rules/configChoice.ts';
import { sameRank } from './rules/configChoice.ts';

const asksToChange = {
  templateId: ref('报告模板', 'Template', 'reportTemplate', { help: ['留空则不修改', 'Empty: as it is'] }),
  strategyId: ref('报告策略', 'Strategy', 'reportStrategy', { help: ['留空则不修改', 'Empty: as it is'] }),
  validTo: date('失效日期', 'Valid to', { help: ['留空则不修改', 'Empty: as it is'] }),
} as const;
const changeInput = z.object({ configId: idText, ...partsOfFields(asksToChange) });
export type ConfigChangeInput = z.output<typeof changeInput>;

/** A configuration as it stands, and what else is there that it could clash with. */
export interface ConfigState {
  readonly config: (ConfigScope & { readonly configName: string; readonly templateId: string; readonly strategyId: string }) | null;
  readonly others: readonly (ConfigScope & { readonly configName: string })[];
  /** The asked template and strategy are there and the actor may see them. */
  readonly areKnown: boolean;
}
export interface ConfigChange {
  readonly configId: string;
  readonly templateId: string;
  readonly strategyId: string;
  readonly validTo: string | null;
}

/** 批量更换: another template, strategy or last day for several configurations at once. */
export const changeConfigs = defineCommand({
  name: 'reportConfig.batchUpdate',
  title: ['批量更换报告配置', 'Change report configurations'],
  service: 'report',
  path: 'report-config/batch-update',
  permission: 'reportConfig_save',
  roles: ['ops'],
  screens: ['/lab-report/config'],
  input: changeInput,
  asks: asksToChange,
  many: { of: 'configIds', keys: ['configId'] },
  answer: shape({ configId: z.string() }),
  version: 1,
  offline: false,
  lanes: ({ configId }) => [`reportConfig:${configId}`],
  subject: ({ configId }) => configId,
  refusals: {
    'reportConfig.unknown': ['没有此报告配置', 'No such report configuration'],
    'reportConfig.nothing': ['请至少填写一项', 'Give at least one of them'],
    'reportConfig.noSuch': ['模板或策略不存在或已停用', 'The template or strategy is not there, or is disabled'],
    'reportConfig.span': ['{name}: 失效日期不能早于生效日期', '{name}: it would end before it begins'],
    'reportConfig.clash': ['{name} 与 {other} 适用于同一报告', '{name} and {other} would be for the same report'],
  },
  decide({ config, others, areKnown }: ConfigState, input: ConfigChangeInput): Outcome<ConfigChange> {
    if (!config) return refuse('reportConfig.unknown');
    if (!input.templateId && !input.strategyId && !input.validTo) return refuse('reportConfig.nothing');
    if (!areKnown) return refuse('reportConfig.noSuch');
    const changed = {
      templateId: input.templateId ?? config.templateId,
      strategyId: input.strategyId ?? config.strategyId,
      validTo: input.validTo ?? config.validTo,
    };
    const name = config.configName;
    if (changed.validTo !== null && changed.validTo < config.validFrom) return refuse('reportConfig.span', { name });
    const other = config.isDisable === 0 ? sameRank({ ...config, ...changed }, others) : undefined;
    if (other) return refuse('reportConfig.clash', { name, other: other.configName });
    return accept({ configId: config.configId, ...changed });
  },
});

/** What a second person can say of a criterion. */
const criterionAnswer = choices({ approved: [2, '批准', 'Approve'], stopped: [3, '停用', 'Stop'] });
const asksToApprove = { state: choice('处理', 'Decision', criterionAnswer, { required: true }), reason: reasonField } as const;
const approveInput = z.object({ criterionId: idText, ...partsOfFields(asksToApprove) });
export interface CriterionState {
  readonly criterion: { readonly state: number; readonly authorId: string; readonly criterionName: string; readonly reviewDate: string } | null;
}

/** Lets reports go out by a criterion, or stops it: another person than its author (docs/report.md#automatic-release). */
export const approveCriterion = defineCommand({
  name: 'releaseCriterion.approve',
  title: ['批准/停用发布标准', 'Approve or stop a release criterion'],
  service: 'report',
  path: 'release-criterion/approve',
  permission: 'releaseCriterion_approve',
  roles: ['audit2'],
  input: approveInput,
  asks: asksToApprove,
  answer: shape({ criterionId: z.string(), state: oneOf(criterionState) }),
  version: 1,
  offline: false,
  lanes: ({ criterionId }) => [`releaseCriterion:${criterionId}`],
  subject: ({ criterionId }) => criterionId,
  refusals: {
    'releaseCriterion.unknown': ['没有此发布标准', 'No such release criterion'],
    'releaseCriterion.own': ['不能批准自己编制的发布标准', 'Nobody approves a criterion of their own'],
    'releaseCriterion.already': ['{name} 当前已是{state}', '{name} is so already: {state}'],
    'releaseCriterion.overdue': ['{name} 已过复审日期 {date}, 请先修订', '{name} was to be reviewed by {date}; revise it first'],
  },
  decide({ criterion }: CriterionState, { criterionId, state }, { user, now }): Outcome<{ criterionId: string; state: 2 | 3 }> {
    if (!criterion) return refuse('releaseCriterion.unknown');
    const { criterionName: name, reviewDate } = criterion;
    if (criterion.state === state) return conflict('releaseCriterion.already', { name, state: criterionState.labelOf(state) });
    if (state === criterionState.approved && criterion.authorId === user.id) return refuse('releaseCriterion.own');
    if (state === criterionState.approved && reviewDate < now.slice(0, 10)) return refuse('releaseCriterion.overdue', { name, date: reviewDate });
    return accept({ criterionId, state });
  },
});

const asksToSwitch = {
  laboratoryId: ref('检验所', 'Laboratory', 'laboratory', { help: ['留空: 全部检验所', 'Empty: every laboratory'] }),
  isOn: flag('允许自动发布', 'Automatic release allowed', { required: true }),
  reason: longText('原因', 'Reason', { required: true, max: 200 }),
} as const;
const switchInput = z.object(partsOfFields(asksToSwitch));
export interface SwitchState {
  readonly isOn: boolean;
  /** The actor serves the laboratory, or all of them where all are meant. */
  readonly isInSight: boolean;
}

/** Stops or allows automatic release, at once, for a laboratory or for all (docs/report.md#automatic-release). */
export const switchRelease = defineCommand({
  name: 'reportStrategy.autoRelease',
  title: ['停止/恢复自动发布', 'Stop or allow automatic release'],
  service: 'report',
  path: 'report-strategy/auto-release-switch',
  permission: 'releaseCriterion_switch',
  roles: ['audit2'],
  input: switchInput,
  asks: asksToSwitch,
  consequence: ['立即生效: 停止后全部由人审核发布', 'At once: where it is stopped, a person issues each report'],
  isDanger: true,
  answer: shape({ laboratoryId: z.string().nullable(), isOn: z.boolean() }),
  version: 1,
  offline: false,
  lanes: ({ laboratoryId }) => [`releaseSwitch:${laboratoryId ?? ''}`],
  subject: ({ laboratoryId }) => laboratoryId ?? '',
  refusals: {
    'releaseSwitch.notYours': ['不属于您的检验所', 'Not of your laboratories'],
    'releaseSwitch.already': ['当前已是此状态', 'It stands so already'],
  },
  decide({ isOn, isInSight }: SwitchState, input): Outcome<{ laboratoryId: string | null; isOn: boolean }> {
    if (!isInSight) return refuse('releaseSwitch.notYours');
    if (isOn === (input.isOn === 1)) return conflict('releaseSwitch.already');
    return accept({ laboratoryId: input.laboratoryId ?? null, isOn: input.isOn === 1 });
  },
});
