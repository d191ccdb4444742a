import type { Command } from '#domain/kernel/command.ts';
import type { HandScreen } from '#domain/kernel/resource.ts';
import {
  deskImportContracts,
  deviceListingContracts,
  keptContracts,
  keptDecisionContracts,
  revokeContracts,
  sealKeyContracts,
} from './deskContracts.ts';
import { discardOperation } from './discardOperation.ts';
import { sealKeyRights, superviseDesks } from './keptAct.ts';

export const commands: readonly Command[] = [discardOperation];

/** The page loads their types alone. */
export const contracts = [
  deskImportContracts,
  deviceListingContracts,
  keptContracts,
  keptDecisionContracts,
  revokeContracts,
  sealKeyContracts,
] as const;

export const screens: readonly HandScreen[] = [
  { route: '/desk/outbox', title: ['待处理', 'Tray'], icon: 'inbox' },
  {
    route: '/desk/devices',
    title: ['前台运行', 'Desks'],
    icon: 'monitor-check',
    view: { code: 'device_view', label: ['查看前台运行', 'View desks'], roles: ['ops'] },
    calls: [
      { code: 'device_save', label: ['命名前台', 'Name desks'], roles: ['ops'] },
      superviseDesks,
      sealKeyRights.view,
      sealKeyRights.rotate,
      { code: 'number_close', label: ['作废遗失前台的号段', 'Close the blocks of a lost desk'], roles: ['ops'] },
    ],
  },
  { route: '/desk/import', title: ['导入前台操作', 'Import acts of a desk'], icon: 'file-input', view: superviseDesks },
];
