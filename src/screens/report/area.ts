/** Screens made by hand, by route. Each file exports a component named `Screen`. */
export const screens = {
  '/lab-report/template': () => import('./template/ReportTemplateScreen.tsx'),
};
