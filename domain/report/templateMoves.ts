import type { Label } from '#domain/kernel/label.ts';
import { mayRelease, type TemplateFinding } from './templateCheck.ts';

/** Why a template's draft is not released (docs/report.md#templates). */
export const templateRefusals = {
  'reportTemplate.needsReason': ['请输入发布原因', 'Give a reason for the release'],
  'reportTemplate.ownDraft': ['不能发布自己编辑的草稿, 请由他人发布', 'A draft is released by somebody who has not drawn it'],
  'reportTemplate.findings': ['内容检查未通过: {findings}', 'The content check forbids it: {findings}'],
  'reportTemplate.changed': ['草稿已被他人修改, 请刷新后重试', 'The draft was changed by somebody else; reload and try again'],
  'reportTemplate.trialFailed': ['样本 {sampleCode} 试排版未通过: {why}', 'Sample {sampleCode} cannot be set: {why}'],
  'reportTemplate.printed': ['已发布过的模板不能删除, 请停用', 'A template that was released is disabled, not removed'],
  'reportTemplate.noContent': ['请先编辑模板内容', 'Draw the template first'],
} as const satisfies Readonly<Record<string, Label>>;
export type TemplateRefusal = keyof typeof templateRefusals;

export interface DraftState {
  /** All who drew it. */
  readonly editorIds: readonly string[];
  readonly findings: readonly TemplateFinding[];
}

/** May this person release the draft, with this reason? Null where they may; holds for administrators, too. */
export function whyNotReleased({ editorIds, findings }: DraftState, userId: string, reason: string): TemplateRefusal | null {
  if (editorIds.includes(userId)) return 'reportTemplate.ownDraft';
  if (reason.trim() === '') return 'reportTemplate.needsReason';
  return mayRelease(findings) ? null : 'reportTemplate.findings';
}
