import { goalSide, indexPhase } from '#domain/base/qualityIndex.ts';
import { platformStatus, smsFormat } from '#domain/base/smsPlatform.ts';
import { sendType, smsConfigType } from '#domain/base/smsConfig.ts';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import { newId } from '#server/storage/ids.ts';

type Row = Record<string, unknown> & { readonly id: string };
export interface NoticeBase {
  readonly laboratories: readonly Row[];
  readonly sendSampleClients: readonly Row[];
}

const { atMost, atLeast } = goalSide;
/** The fifteen indexes of WS/T 496; goals are the demo's own. */
const indexes = [
  [indexPhase.before, '标本类型错误率', '类型不符合要求的标本数', '同期标本总数', '%', atMost, 0.1],
  [indexPhase.before, '标本容器错误率', '采集容器不符合要求的标本数', '同期标本总数', '%', atMost, 0.1],
  [indexPhase.before, '标本采集量错误率', '采集量不足或过多的标本数', '同期标本总数', '%', atMost, 0.5],
  [indexPhase.before, '血培养污染率', '污染的血培养标本数', '同期血培养标本总数', '%', atMost, 3],
  [indexPhase.before, '抗凝标本凝集率', '凝集的标本数', '同期需抗凝的标本总数', '%', atMost, 0.5],
  [indexPhase.before, '检验前周转时间中位数', '采样到实验室接收的时间中位数', '', 'min', atMost, 1440],
  [indexPhase.during, '室内质控项目开展率', '开展室内质控的项目数', '同期检验项目总数', '%', atLeast, 95],
  [indexPhase.during, '室内质控项目变异系数不合格率', '变异系数高于要求的项目数', '同期有要求的项目总数', '%', atMost, 5],
  [indexPhase.during, '室间质评项目参加率', '参加室间质评的项目数', '同期已开展室间质评的项目总数', '%', atLeast, 100],
  [indexPhase.during, '室间质评项目不合格率', '室间质评不合格的项目数', '同期参加室间质评的项目总数', '%', atMost, 5],
  [indexPhase.during, '实验室间比对率', '执行实验室间比对的项目数', '同期无室间质评计划的项目总数', '%', atLeast, 90],
  [indexPhase.during, '实验室内周转时间中位数', '实验室接收到报告发出的时间中位数', '', 'min', atMost, 10_080],
  [indexPhase.after, '检验报告不正确率', '不正确的报告数', '同期报告总数', '%', atMost, 0.02],
  [indexPhase.after, '危急值通报率', '已通报的危急值项目数', '同期需通报的危急值项目总数', '%', atLeast, 100],
  [indexPhase.after, '危急值通报及时率', '在规定时间内通报的危急值项目数', '同期需通报的危急值项目总数', '%', atLeast, 99],
] as const;

const fetched = '{姓名}您好, 您在{送检单位}送检的{产品}报告已出具, 请到送检单位领取。';
/** What patients are told, and by whom. */
const messages = [
  { mark: '', name: '报告通知', qualitativeResult: qualitativeResult.negative, sendType: sendType.system, isResampling: 0, smsContent: fetched },
  { mark: 'P', name: '人工通知', qualitativeResult: qualitativeResult.positive, sendType: sendType.manual, isResampling: 0, smsContent: fetched },
  { mark: 'S', name: '复查通知', qualitativeResult: qualitativeResult.suspected, sendType: sendType.manual, isResampling: 0, smsContent: fetched },
  {
    mark: 'R',
    name: '补采通知',
    qualitativeResult: qualitativeResult.suspected,
    sendType: sendType.system,
    isResampling: 1,
    smsContent: '{姓名}您好, 您在{送检单位}送检的{产品}样本需要重新采集, 请联系送检单位。',
  },
] as const;

/** Quality indexes, report titles, an SMS platform that keeps messages here, and rules for them. */
export function noticeMaster({ laboratories, sendSampleClients }: NoticeBase) {
  const headings: Row[] = indexPhase.options.map(({ code, label }) => ({
    id: newId(),
    indexCode: `Q${code}`,
    indexName: `${label[0]}质量指标`,
    phase: code,
    sort: Number(code),
  }));
  const leaves: Row[] = indexes.map(([phase, indexName, numerator, denominator, unit, side, goal], index) => ({
    id: newId(),
    indexCode: `Q${phase}${String(index + 1).padStart(2, '0')}`,
    indexName,
    parentId: headings.find((row) => row['phase'] === phase)?.id,
    phase,
    numerator,
    denominator,
    unit,
    goalSide: side,
    goal,
    sort: index + 1,
  }));
  const reportTitles: Row[] = [
    { id: newId(), titleName: '医学检验所检验报告单', isDefault: 1 },
    ...sendSampleClients
      .slice(0, 3)
      .map((client): Row => ({ id: newId(), titleName: `${String(client['clientName'])}检验报告单`, sendSampleClientId: client.id, isDefault: 1 })),
  ];
  const platform: Row = {
    id: newId(),
    platformName: '演示平台(只写入本机文件)',
    resourcesName: '通知通道',
    signature: '演示检验所',
    url: 'local',
    format: smsFormat.form,
    status: platformStatus.on,
  };
  const smsConfigs: Row[] = laboratories.slice(0, 2).flatMap((laboratory, index) =>
    messages.map(({ mark, name, ...message }): Row => ({
      id: newId(),
      smsConfigType: smsConfigType.byDefault,
      smsConfigCode: `D${mark}${index + 1}`,
      smsConfigName: `${String(laboratory['laboratoryName'])}${name}`,
      contractLaboratoryId: laboratory.id,
      isSign: 1,
      smsPlatformId: platform.id,
      ...message,
    })),
  );
  return { qualityIndex: [...headings, ...leaves], reportTitle: reportTitles, smsPlatform: [platform], smsConfig: smsConfigs };
}
