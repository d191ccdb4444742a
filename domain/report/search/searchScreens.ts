/** Where reports are looked up, and their times, delays and reviews. */
export const searchScreen = '/search/searchReport';
export const periodScreen = '/search/reportPeriod';
export const incompleteScreen = '/search/incompleteReportPage';
export const reviewScreen = '/search/reportReview';
export const labTurnoverScreen = '/search/labTurnoverPercentiles';
export const preTurnoverScreen = '/search/preTestingTurnoverPercentiles';
