import type { Command } from '#domain/kernel/command.ts';
import type { HandScreen, Resource } from '#domain/kernel/resource.ts';
import { viewSamples } from '#domain/sample/viewSamples.ts';
import { judgeRule } from './judgeRule.ts';
import { receiveSample, cancelReceive } from './labReceive.ts';
import { labContracts, receivedTodayList, receiveStatistics, takenBackList } from './labRows.ts';
import { qcLimit } from './qcLimit.ts';
import { qcLot } from './qcLot.ts';

/** In the order of the menu. */
export const resources: readonly Resource[] = [qcLot, qcLimit, judgeRule];

export const commands: readonly Command[] = [receiveSample, cancelReceive];

/** Lists over several tables. */
export const listings = [receivedTodayList, takenBackList, receiveStatistics] as const;

/** The page loads their types alone. */
export const contracts = [labContracts] as const;

export const screens: readonly HandScreen[] = [
  { route: '/sample/todayReceivePage', title: ['实验室接收', 'Lab receive'], icon: 'scan-barcode', group: 'lab' },
  { route: '/sample/cancelReceived', title: ['取消接收', 'Cancel receive'], icon: 'undo-2', group: 'lab' },
  { route: '/sample/receivedStatistics', title: ['接收统计', 'Receipt statistics'], icon: 'chart-column', group: 'lab', view: viewSamples },
];
