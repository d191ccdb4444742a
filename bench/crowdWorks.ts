/** What others do while one scans, by the name that the table gives it. */
export const crowdWorks = [
  'six hostile uploads',
  'the longest list that is taken',
  'pages of 500 rows',
  'exports',
  'logins',
  'all of it at once',
] as const;
export type CrowdWork = (typeof crowdWorks)[number];
