import type { Label, Language } from '#domain/kernel/label.ts';

/** Words of the shipped process; other processes speak as their authors do. */
const shipped: readonly Label[] = [
  ['请假流程', 'Leave'],
  ['主管审批', 'Superior decides'],
  ['行政审批', 'Administration decides'],
  ['申请人修改', 'Applicant amends'],
  ['已批准', 'Granted'],
  ['已撤销', 'Given up'],
  ['申请', 'Asked for'],
  ['同意', 'Agreed'],
  ['驳回', 'Refused'],
  ['三天以内', '≤ 3 days'],
  ['三天以上', 'Longer'],
  ['重新提交', 'Sent again'],
  ['撤销', 'Given up'],
];
const english = new Map(shipped);

/** A name out of a process in the user's language, where the product knows it. */
export function flowName(name: string | null, language: Language): string {
  return name === null ? '' : language === 'zh' ? name : (english.get(name) ?? name);
}
