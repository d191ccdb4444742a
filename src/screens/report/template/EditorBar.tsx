import { chakra } from '@chakra-ui/react';
import { ArrowLeft, BadgeCheck, Save } from 'lucide-react';
import { useState } from 'react';
import { reasonField } from '#domain/kernel/fields.ts';
import type { TemplateDetail } from '#domain/report/templateCalls.ts';
import { ask } from '#src/api/ask.ts';
import { AskDrawer } from '#src/console/act/AskDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { notify } from '#src/ui/notify.tsx';
import { Tag } from '#src/ui/Tag.tsx';

interface EditorBarProps {
  readonly detail: TemplateDetail;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** Nothing of the check forbids it. */
  readonly mayRelease: boolean;
  readonly onSave: () => Promise<boolean>;
  readonly onLeave: () => void;
  readonly onReleased: () => void;
}

/** Above the editor: which template, how it stands, and what is done with it as a whole. */
export function EditorBar({ detail, isDirty, isSaving, mayRelease, onSave, onLeave, onReleased }: EditorBarProps) {
  const { label } = useText();
  const { can } = useSession();
  const [isReleasing, setReleasing] = useState(false);
  const draft = detail.versions.find(({ state }) => state === 1);
  const live = detail.versions.find(({ state }) => state === 2);
  return (
    <chakra.header display="flex" alignItems="center" gap={2}>
      <Button icon={ArrowLeft} variant="ghost" onClick={onLeave}>
        {label(['返回列表', 'Back to the list'])}
      </Button>
      <chakra.h1 textStyle="body" fontWeight="semibold" overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
        {detail.templateName}
      </chakra.h1>
      {live ? (
        <Tag tone="success">{label(['启用 第 {no} 版', 'Live: version {no}'], { no: live.versionNo })}</Tag>
      ) : (
        <Tag tone="neutral">{label(['未发布', 'Not released'])}</Tag>
      )}
      {draft ? <Tag tone="warning">{label(['草稿 第 {no} 版', 'Draft: version {no}'], { no: draft.versionNo })}</Tag> : null}
      {isDirty ? <Tag tone="danger">{label(['未保存', 'Not saved'])}</Tag> : null}
      <chakra.span flex={1} />
      {can('reportTemplate_save') ? (
        <Button icon={Save} variant="primary" keyHint="Ctrl+S" isBusy={isSaving} disabled={!isDirty} onClick={() => void onSave()}>
          {label(['保存草稿', 'Save draft'])}
        </Button>
      ) : null}
      {can('reportTemplate_enable') ? (
        <Button icon={BadgeCheck} disabled={!draft || isDirty || !mayRelease} onClick={() => setReleasing(true)}>
          {label(['发布', 'Release'])}
        </Button>
      ) : null}
      {isReleasing && draft ? (
        <AskDrawer
          title={label(['发布 {name} 第 {no} 版', 'Release {name}, version {no}'], { name: detail.templateName, no: draft.versionNo })}
          fields={{ reason: reasonField }}
          act={['发布', 'Release']}
          icon={BadgeCheck}
          consequence={[
            `发布后新生成的报告按此版打印; 编辑过草稿的人(${draft.editorName}等)不能发布。发布前会用最近的真实样本试排版。`,
            `Reports made from now on are printed by it. Who has drawn it (${draft.editorName}) cannot release it. It is set for recent real samples first.`,
          ]}
          onAct={async ({ reason }) => {
            await ask('POST report/report-template/enable', {
              body: { templateId: detail.templateId, reason },
              quiet: true,
              timeoutMs: 60_000,
            });
            notify.success(['已发布', 'Released']);
            onReleased();
          }}
          onClose={() => setReleasing(false)}
        />
      ) : null}
    </chakra.header>
  );
}
