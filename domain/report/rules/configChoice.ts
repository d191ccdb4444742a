import { isValidOn, type Validity } from '#domain/base/signing.ts';
import type { Label } from '#domain/kernel/label.ts';
import { isMainKind } from '../reportTemplate.ts';
import { canMeet, holdsAll, rankOf } from './listRank.ts';

/** Which reports a configuration is for; an empty list leaves all in. */
export interface ConfigScope extends Validity {
  readonly configId: string;
  readonly laboratoryId: string;
  readonly reportKind: number;
  readonly sendSampleClientIds: readonly string[];
  readonly reportTitleIds: readonly string[];
  readonly commodityIds: readonly string[];
  readonly panelGroupIds: readonly string[];
  readonly isDisable: number;
}
export interface RankedConfig extends ConfigScope {
  /** Its template prints: enabled, with a released version. */
  readonly isTemplateLive: boolean;
}
/** The report a configuration is sought for. */
export interface ConfigQuestion {
  readonly laboratoryId: string;
  readonly reportKind: number;
  readonly sendSampleClientId: string | null;
  readonly reportTitleId: string | null;
  readonly commodityIds: readonly string[];
  readonly panelGroupIds: readonly string[];
  /** yyyy-MM-dd. */
  readonly date: string;
}

const weights = { sendSampleClientIds: 8, reportTitleIds: 4, commodityIds: 2, panelGroupIds: 1 } as const;
type Bound = keyof typeof weights;
const bounds = Object.keys(weights) as readonly Bound[];
export const configRank = (scope: Pick<ConfigScope, Bound>): number => rankOf(scope, weights);

/** Why a configuration is not for a report, in the order in which it is asked. */
export const configMisfits = {
  laboratory: ['检验所不符', 'Another laboratory'],
  kind: ['报告类型不符', 'Another kind of report'],
  disabled: ['已停用', 'Disabled'],
  notYet: ['未到生效日期', 'Not valid yet'],
  expired: ['已过失效日期', 'No longer valid'],
  client: ['送检单位不符', 'Another client'],
  title: ['报告抬头不符', 'Another report title'],
  commodity: ['产品不符', 'Other commodities'],
  panelGroup: ['项目组不符', 'Other panel groups'],
} as const satisfies Readonly<Record<string, Label>>;
export type ConfigMisfit = keyof typeof configMisfits;

/** A main report is made by a configuration of either kind: a client's own competes with the laboratory's. */
const isKind = (one: number, other: number): boolean => one === other || (isMainKind(one) && isMainKind(other));
const given = (value: string | null): readonly string[] => (value === null ? [] : [value]);

/** The first condition that fails; null: it is for the report. */
export function configMisfit(config: ConfigScope, question: ConfigQuestion): ConfigMisfit | null {
  if (config.laboratoryId !== question.laboratoryId) return 'laboratory';
  if (!isKind(config.reportKind, question.reportKind)) return 'kind';
  if (config.isDisable !== 0) return 'disabled';
  if (question.date < config.validFrom) return 'notYet';
  if (!isValidOn(config, question.date)) return 'expired';
  if (!holdsAll(config.sendSampleClientIds, given(question.sendSampleClientId))) return 'client';
  if (!holdsAll(config.reportTitleIds, given(question.reportTitleId))) return 'title';
  if (!holdsAll(config.commodityIds, question.commodityIds)) return 'commodity';
  return holdsAll(config.panelGroupIds, question.panelGroupIds) ? null : 'panelGroup';
}

export interface ConfigChoice<Config> {
  /** The one it is made by; null: why none stands in `fault`. */
  readonly chosen: Config | null;
  readonly fault: 'reportConfig.none' | 'reportConfig.templateOff' | null;
  /** Each configuration that was looked at: what it weighs, or why it is not for this report. Heaviest first. */
  readonly trace: readonly { readonly config: Config; readonly rank: number; readonly misfit: ConfigMisfit | null }[];
}

/**
 * The configuration a report is made by (docs/report.md#configuration): the heaviest that is for it. One whose template does not print
 * blocks the report, for a lighter one would quietly print something that was not agreed with this client.
 */
export function chooseConfig<Config extends RankedConfig>(configs: readonly Config[], question: ConfigQuestion): ConfigChoice<Config> {
  const trace = configs
    .map((config) => ({ config, rank: configRank(config), misfit: configMisfit(config, question) }))
    .toSorted(
      (a, b) => Number(a.misfit !== null) - Number(b.misfit !== null) || b.rank - a.rank || a.config.configId.localeCompare(b.config.configId),
    );
  const winner = trace[0]?.misfit === null ? trace[0].config : null;
  if (!winner) return { chosen: null, fault: 'reportConfig.none', trace };
  return winner.isTemplateLive ? { chosen: winner, fault: null, trace } : { chosen: null, fault: 'reportConfig.templateOff', trace };
}

/** Another configuration that would be for some report as much as this one: which of them prints would be chance. */
export function sameRank<Config extends ConfigScope>(one: ConfigScope, others: readonly Config[]): Config | undefined {
  return others.find(
    (other) =>
      other.configId !== one.configId &&
      other.isDisable === 0 &&
      other.laboratoryId === one.laboratoryId &&
      isKind(other.reportKind, one.reportKind) &&
      (one.validTo === null || other.validFrom <= one.validTo) &&
      (other.validTo === null || one.validFrom <= other.validTo) &&
      configRank(other) === configRank(one) &&
      canMeet(one, other, bounds),
  );
}
