import type { Command } from '#domain/kernel/command.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import { approveCriterion, changeConfigs, switchRelease } from './configActs.ts';
import { configContracts } from './configCalls.ts';
import { releaseCriterion } from './releaseCriterion.ts';
import { reportConfig } from './reportConfig.ts';
import { reportReceiver } from './reportReceiver.ts';
import { reportStrategy } from './reportStrategy.ts';
import { reportTemplate } from './reportTemplate.ts';
import { saveConversion } from './saveConversion.ts';
import { templateContracts } from './templateCalls.ts';

/** In the order of the menu. */
export const resources: readonly Resource[] = [reportTemplate, reportStrategy, releaseCriterion, reportConfig, reportReceiver];

export const commands: readonly Command[] = [changeConfigs, saveConversion, approveCriterion, switchRelease];

/** The page loads their types alone. */
export const contracts = [templateContracts, configContracts] as const;
