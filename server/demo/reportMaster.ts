import { createHash } from 'node:crypto';
import { canonicalJson } from '#domain/kernel/canonical.ts';
import { checkTemplate } from '#domain/report/templateCheck.ts';
import { reportKind, paperSize, versionState } from '#domain/report/reportTemplate.ts';
import { shippedTemplates } from '#domain/report/shippedTemplates.ts';
import { newId } from '#server/storage/ids.ts';

type Row = Record<string, unknown> & { readonly id: string };

/** Which panel group each shipped template is for. */
const groupOf: Readonly<Record<string, string>> = { prenatal: 'PG01', deafness: 'PG03', pathogen: 'PG04', variant: 'PG05', routine: 'PG08' };

/** The shipped templates as a laboratory would have released them. */
export function reportMaster({ panelGroups }: { readonly panelGroups: readonly Row[] }) {
  const templates: Row[] = shippedTemplates.map(({ key, title }) => ({
    id: newId(),
    templateName: title[0],
    panelGroupId: panelGroups.find(({ panelGroupCode }) => panelGroupCode === groupOf[key])?.id ?? null,
    reportKind: reportKind.regular,
    paper: paperSize.a4,
    liveNo: 1,
  }));
  return { reportTemplate: templates };
}

/** Their first versions, for templates that were inserted: the house's own, so that anybody may release the next. */
export const shippedVersions = (templates: readonly Row[], tenantId: string, now: string): readonly Record<string, unknown>[] =>
  templates.flatMap(({ id, templateName }) => {
    const content = shippedTemplates.find(({ title }) => title[0] === templateName)?.content;
    if (!content) return [];
    return [
      {
        tenantId,
        templateId: id,
        versionNo: 1,
        state: versionState.live,
        paper: paperSize.a4,
        content,
        contentSha256: createHash('sha256')
          .update(canonicalJson({ paper: paperSize.a4, content }))
          .digest('hex'),
        findings: checkTemplate(content),
        editorIds: ['0'],
        editorName: '系统',
        releaserId: '0',
        releaserName: '系统',
        releaseTime: now,
        reason: '随产品提供',
        createTime: now,
        updateTime: now,
      },
    ];
  });
