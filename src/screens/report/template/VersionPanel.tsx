import { chakra } from '@chakra-ui/react';
import { versionState } from '#domain/report/reportTemplate.ts';
import type { TemplateVersion } from '#domain/report/templateCalls.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { Tag } from '#src/ui/Tag.tsx';

interface VersionPanelProps {
  readonly versions: readonly TemplateVersion[];
  /** The one that is shown beside what is drawn. */
  readonly compared: number | null;
  readonly onCompare: (versionNo: number | null) => void;
}

/** The versions of a template, newest first; one of them can be looked at beside what is drawn. */
export function VersionPanel({ versions, compared, onCompare }: VersionPanelProps) {
  const { label } = useText();
  return (
    <chakra.ul listStyleType="none" display="grid" gap={2} textStyle="dense">
      {versions.map(({ versionNo, state, editorName, updateTime, releaserName, releaseTime, reason }) => (
        <chakra.li key={versionNo} border="hairline" borderRadius="sm" p={2} display="grid" gap={1}>
          <chakra.div display="flex" alignItems="center" gap={2}>
            <chakra.span fontWeight="medium">{label(['第 {no} 版', 'Version {no}'], { no: versionNo })}</chakra.span>
            <Tag tone={state === versionState.live ? 'success' : state === versionState.draft ? 'warning' : 'neutral'}>
              {label(versionState.labelOf(state) ?? ['', ''])}
            </Tag>
            <chakra.span flex={1} />
            <Button
              size="sm"
              variant="ghost"
              aria-pressed={compared === versionNo}
              onClick={() => onCompare(compared === versionNo ? null : versionNo)}
            >
              {label(compared === versionNo ? ['收起', 'Hide'] : ['并排查看', 'Side by side'])}
            </Button>
          </chakra.div>
          <chakra.span color="fg.muted">
            {label(['编辑 {name} {time}', 'Drawn by {name}, {time}'], { name: editorName, time: updateTime })}
          </chakra.span>
          {releaserName === null ? null : (
            <chakra.span color="fg.muted">
              {label(['发布 {name} {time}: {reason}', 'Released by {name}, {time}: {reason}'], { name: releaserName, time: releaseTime, reason })}
            </chakra.span>
          )}
        </chakra.li>
      ))}
    </chakra.ul>
  );
}
