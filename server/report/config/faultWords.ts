import type { Label } from '#domain/kernel/label.ts';

/** Why a report is made by no configuration. */
export const faultWords = {
  'reportConfig.none': ['无报告配置', 'No report configuration'],
  'reportConfig.templateOff': ['模板未启用', 'Its template is off'],
} as const satisfies Readonly<Record<string, Label>>;
