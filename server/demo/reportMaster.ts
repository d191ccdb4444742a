import { createHash } from 'node:crypto';
import { canonicalJson } from '#domain/kernel/canonical.ts';
import { addDays } from '#domain/kernel/dates.ts';
import { checkTemplate } from '#domain/report/templateCheck.ts';
import { criterionState } from '#domain/report/releaseCriterion.ts';
import { configType } from '#domain/report/reportConfig.ts';
import { groupMode } from '#domain/report/reportState.ts';
import { mailMode, reportChannel, waitMode } from '#domain/report/reportStrategy.ts';
import { reportKind, paperSize, versionState } from '#domain/report/reportTemplate.ts';
import { shippedTemplates } from '#domain/report/shippedTemplates.ts';
import { nowText } from '#server/storage/clock.ts';
import { newId } from '#server/storage/ids.ts';

type Row = Record<string, unknown> & { readonly id: string };
interface ReportBase {
  readonly panelGroups: readonly Row[];
  readonly laboratories: readonly Row[];
  readonly sendSampleClients: readonly Row[];
}

/** Which panel group each shipped template is for. */
const groupOf: Readonly<Record<string, string>> = { prenatal: 'PG01', deafness: 'PG03', pathogen: 'PG04', variant: 'PG05', routine: 'PG08' };

/** The shipped templates as a laboratory would have released them, and what reports are made by them. */
export function reportMaster({ panelGroups, laboratories, sendSampleClients }: ReportBase) {
  const templates: Row[] = shippedTemplates.map(({ key, title }) => ({
    id: newId(),
    templateName: title[0],
    panelGroupId: panelGroups.find(({ panelGroupCode }) => panelGroupCode === groupOf[key])?.id ?? null,
    reportKind: reportKind.regular,
    paper: paperSize.a4,
    liveNo: 1,
  }));
  const byHand: Row = {
    id: newId(),
    strategyCode: 'S01',
    strategyName: '逐项目组人工审核',
    groupMode: groupMode.byPanelGroup,
    waitMode: waitMode.all,
    isAutoGenerate: 1,
    isAutoRelease: 0,
    isThirdRelease: 0,
    holdMinutes: 10,
    channels: [reportChannel.sms, reportChannel.mail],
    mailMode: mailMode.link,
    linkDays: 30,
    paperCopies: 0,
  };
  // A draft: whoever tries the product approves it.
  const criterion: Row = {
    id: newId(),
    criterionCode: 'R01',
    criterionName: '耳聋基因阴性自动发布',
    state: criterionState.draft,
    versionNo: 1,
    panelGroupIds: panelGroups.flatMap(({ id, panelGroupCode }) => (panelGroupCode === groupOf['deafness'] ? [id] : [])),
    reviewDate: addDays(nowText(), 300),
    validationNote: '2026 年 1 月至 3 月阴性样本 200 例, 与人工发布结果一致 200 例, 符合率 100%',
  };
  // Every other group prints as the routine one does: a table of items with their ranges.
  const routine = templates.at(-1);
  const configs: Row[] = laboratories.flatMap((laboratory) =>
    panelGroups.map(({ id, panelGroupName }): Row => {
      const own = templates.find(({ panelGroupId }) => panelGroupId === id) ?? routine;
      return {
        id: newId(),
        configName: `${String(laboratory['laboratoryName'])} · ${String(panelGroupName)}`,
        configType: configType.byDefault,
        laboratoryId: laboratory.id,
        panelGroupIds: [id],
        reportKind: reportKind.regular,
        templateId: own?.id,
        strategyId: byHand.id,
        validFrom: '2026-01-01',
        conversionNo: 0,
      };
    }),
  );
  const receivers: Row[] = sendSampleClients.slice(0, 3).map((client, index) => ({
    id: newId(),
    sendSampleClientId: client.id,
    receiverName: ['检验科', '产科门诊', '护士站'][index],
    channel: reportChannel.mail,
    email: `report${index + 1}@example.com`,
    laboratoryId: laboratories[0]?.id,
  }));
  return { reportTemplate: templates, reportStrategy: [byHand], releaseCriterion: [criterion], reportConfig: configs, reportReceiver: receivers };
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
