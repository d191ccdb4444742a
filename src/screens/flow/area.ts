/** Screens made by hand, by route. Each file exports a component named `Screen`. */
export const screens = {
  '/work/start': () => import('./StartScreen.tsx'),
  '/work/claim': () => import('./ClaimScreen.tsx'),
  '/work/todo': () => import('./TodoScreen.tsx'),
  '/work/send': () => import('./SentScreen.tsx'),
  '/work/done': () => import('./DoneScreen.tsx'),
  '/work/process/leave/form/:processDefinitionId': () => import('./LeaveFormScreen.tsx'),
  '/work/process/leave/handle/:taskId/:processInstanceId/:businessId': () => import('./LeaveHandleScreen.tsx'),
  '/work/process/leave/detail/:processInstanceId/:businessId': () => import('./LeaveDetailScreen.tsx'),
  '/flow/model': () => import('./ModelScreen.tsx'),
  '/flow/manager': () => import('./ManagerScreen.tsx'),
  '/flow/follow': () => import('./FollowScreen.tsx'),
};
