/** Screens made by hand, by route. Each file exports a component named `Screen`. */
export const screens = {
  '/search/customerSearch': () => import('./CustomerSearchScreen.tsx'),
  '/search/sampleCount': () => import('./SampleCountScreen.tsx'),
  '/search/clientSampleCount': () => import('./ClientCountScreen.tsx'),
  '/search/qualityIndicator': () => import('./QualityScreen.tsx'),
  '/search/personData': () => import('./PersonDataScreen.tsx'),
  '/search/biFrame': () => import('./BoardScreen.tsx'),
  '/search/biFrame/:pageId/:projectId': () => import('./BoardScreen.tsx'),
};
