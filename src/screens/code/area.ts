/** Screens made by hand, by route. Each file exports a component named `Screen`. */
export const screens = {
  '/code/number-block': () => import('./NumberBlockScreen.tsx'),
  '/code/code-style': () => import('./CodeStyleScreen.tsx'),
  '/code/sample-code-apply': () => import('./SampleCodeApplyScreen.tsx'),
  '/code/lab-code-apply': () => import('./LabCodeApplyScreen.tsx'),
  '/code/sample-code-reprint': () => import('./SampleCodeReprintScreen.tsx'),
  '/code/lab-code-reprint': () => import('./LabCodeReprintScreen.tsx'),
  '/code/code-thirdparty-bind': () => import('./ThirdpartyBindScreen.tsx'),
};
