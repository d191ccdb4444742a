import type { HandScreen } from '#domain/kernel/resource.ts';
import { roleAliases, type Right } from '#domain/kernel/roles.ts';
import { flowContracts } from './flowCalls.ts';
import { followList, modelList, processList, startList, workLists } from './flowLists.ts';

/** Lists over several tables. */
export const listings = [modelList, processList, followList, startList, ...Object.values(workLists)] as const;

/** The page loads their types alone. */
export const contracts = [flowContracts] as const;

/** One's own tasks need no right on the server: this one shows the menus. */
const view: Right = { code: 'flowWork_view', label: ['办理流程', 'Take part in processes'], roles: roleAliases };

export const screens: readonly HandScreen[] = [
  { route: '/work/start', title: ['发起流程', 'Start a process'], icon: 'send', view },
  { route: '/work/claim', title: ['待签任务', 'To claim'], icon: 'hand', view },
  { route: '/work/todo', title: ['待办任务', 'To do'], icon: 'list-todo', view },
  { route: '/work/send', title: ['我的发起', 'Started by me'], icon: 'forward', view },
  { route: '/work/done', title: ['已办任务', 'Done'], icon: 'list-checks', view },
  {
    route: '/flow/model',
    title: ['模型管理', 'Models'],
    icon: 'pencil-ruler',
    view: { code: 'flowModel_view', label: ['查看流程模型', 'View models of processes'], roles: ['ops'] },
    calls: [
      { code: 'flowModel_save', label: ['保存流程模型', 'Save models of processes'], roles: ['ops'] },
      { code: 'flowModel_deploy', label: ['部署流程模型', 'Deploy models of processes'], roles: ['ops'] },
      { code: 'flowModel_remove', label: ['删除流程模型', 'Remove models of processes'], roles: ['ops'] },
    ],
  },
  {
    route: '/flow/manager',
    title: ['流程部署', 'Deployed processes'],
    icon: 'workflow',
    view: { code: 'flowManager_view', label: ['查看已部署流程', 'View deployed processes'], roles: ['ops'] },
    calls: [
      { code: 'flowManager_save', label: ['部署与变更流程状态', 'Deploy, activate and suspend processes'], roles: ['ops'] },
      { code: 'flowManager_remove', label: ['删除已部署流程', 'Remove deployed processes'], roles: ['ops'] },
    ],
  },
  {
    route: '/flow/follow',
    title: ['流程跟踪', 'Running processes'],
    icon: 'radar',
    view: { code: 'flowFollow_view', label: ['跟踪流程', 'Follow running processes'], roles: ['ops'] },
    calls: [{ code: 'flowFollow_remove', label: ['终止流程', 'End running processes'], roles: ['ops'] }],
  },
];
