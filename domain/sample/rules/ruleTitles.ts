import type { Label } from '#domain/kernel/label.ts';

/** The rules every entry is judged by (docs/forms.md#common-rules, and the ranges of docs/forms.md#summary-entry), and what each is about. */
export const commonRules = {
  'R-01': ['采样与收样时间', 'Sampling and receipt'],
  'R-02': ['超过样本保存时限', 'Holding time exceeded'],
  'R-03': ['年龄与出生日期', 'Age and birth date'],
  'R-04': ['身份证', 'ID card'],
  'R-05': ['电话', 'Phone'],
  'R-06': ['性别', 'Sex'],
  'R-07': ['申请单条码', 'Requisition code'],
  'R-08': ['近期已有申请单', 'Earlier requisitions'],
  'R-09': ['样本类型或体积', 'Sample class or volume'],
  'R-10': ['产品与检验所', 'Commodity and laboratory'],
  'R-11': ['已拒收的申请单', 'Rejected requisition'],
  'R-13': ['补采的原样本', 'Original sample'],
  'R-14': ['未满14周岁的监护人信息', 'Guardian of a minor'],
  'R-15': ['字迹不清', 'Illegible'],
  'C-CODE': ['条码样式', 'Code style'],
  'C-LOT': ['采血管效期', 'Tube expiry'],
  'C-NAME': ['姓名中的字符', 'Characters of the name'],
  'C-AGE': ['年龄范围', 'Range of age'],
  required: ['必填项', 'Required field'],
} as const satisfies Readonly<Record<string, Label>>;
export type CommonRule = keyof typeof commonRules;
