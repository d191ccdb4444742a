import { qualitativeResult } from '#domain/base/conclusion.ts';
import { beginNode, dateModel } from '#domain/base/panelTestCycle.ts';
import { expenseType } from '#domain/code/thirdpartyRule.ts';
import { newId } from '#server/storage/ids.ts';
import type { Chance } from './invented.ts';

type Row = Record<string, unknown> & { readonly id: string };
export interface BenchBase {
  readonly laboratories: readonly Row[];
  readonly panelGroups: readonly Row[];
  readonly panels: readonly Row[];
  readonly sendSampleClients: readonly Row[];
}

const platforms = [
  ['NGS', '高通量测序平台', '边合成边测序'],
  ['PCR', '荧光定量PCR平台', '荧光探针法'],
  ['MS', '串联质谱平台', 'LC-MS/MS'],
  ['CLIA', '化学发光平台', '化学发光免疫分析'],
] as const;
const conclusions = [
  [qualitativeResult.negative, '低风险', '本次检测结果为低风险。', '建议继续常规产前检查。'],
  [qualitativeResult.positive, '高风险', '本次检测结果为高风险。', '建议遗传咨询,并行介入性产前诊断。'],
  [qualitativeResult.suspected, '可疑', '本次检测结果可疑,不能得出结论。', '建议重新采样复检。'],
] as const;
const affiliations = ['省妇幼免费筛查', '市新生儿疾病筛查', '合作第三方实验室'] as const;

/** Platforms, instruments, conclusions, cycles and partners' codes of the demo. */
export function benchMaster({ laboratories, panelGroups, panels, sendSampleClients }: BenchBase, by: Chance) {
  const terraces: Row[] = platforms.map(([terraceCode, terraceName, principle], index) => ({
    id: newId(),
    terraceCode,
    terraceName,
    principle,
    panelGroupId: panelGroups[index % panelGroups.length]?.id,
  }));
  const instruments: Row[] = laboratories.flatMap((laboratory, at) =>
    terraces.map((terrace, index) => ({
      id: newId(),
      instrumentCode: `I${at + 1}${String(index + 1).padStart(2, '0')}`,
      instrumentName: `${String(terrace['terraceName']).replace('平台', '仪')}${at + 1}号`,
      laboratoryId: laboratory.id,
      terraceId: terrace.id,
      instrumentModel: `M-${by.pick([200, 500, 800, 2000])}`,
      enableDate: '2024-03-01',
      calibrationDate: `2027-0${(index % 8) + 1}-15`,
    })),
  );
  const conclusionRows: Row[] = panelGroups.flatMap((group, at) =>
    conclusions.map(([result, conclusionName, content, suggestion], index) => ({
      id: newId(),
      conclusionCode: `J${String(at * conclusions.length + index + 1).padStart(3, '0')}`,
      conclusionName,
      panelGroupId: group.id,
      qualitativeResult: result,
      content,
      suggestion,
    })),
  );
  const panelTestCycles: Row[] = laboratories.slice(0, 2).flatMap((laboratory) =>
    panels.map((panel, index) => ({
      id: newId(),
      panelId: panel.id,
      laboratoryId: laboratory.id,
      beginNode: index % 3 === 0 ? beginNode.logistics : beginNode.labReceive,
      dateModel: index % 4 === 0 ? dateModel.calendarDays : dateModel.workingDays,
      internalTestCycle: 2880,
      externalTestCycle: 7200,
    })),
  );
  const thirdpartyAffiliations: Row[] = affiliations.map((affiliationName) => ({ id: newId(), affiliationName }));
  const thirdpartyRules: Row[] = thirdpartyAffiliations.map((affiliation, index) => ({
    id: newId(),
    affiliationId: affiliation.id,
    sendSampleClientId: sendSampleClients[index * 3]?.id,
    expenseType: index === 2 ? expenseType.selfPaid : expenseType.government,
    thirdpartyCode: `TP${index + 1}`,
    codeLength: 12,
  }));
  return {
    terrace: terraces,
    instrument: instruments,
    conclusion: conclusionRows,
    panelTestCycle: panelTestCycles,
    thirdpartyAffiliation: thirdpartyAffiliations,
    thirdpartyRule: thirdpartyRules,
  };
}
