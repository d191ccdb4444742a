import { choices } from '#domain/kernel/choices.ts';
import type { Label } from '#domain/kernel/label.ts';

/** Why a tube cannot be accepted at reception (docs/forms.md#rejection). */
export const rejectCode = choices({
  noLabel: ['REJ01', '无标签 / 标签信息不全 / 无法识别', 'Label missing, incomplete or illegible'],
  labelMismatch: ['REJ02', '标签与申请单不符', 'Label does not match the requisition'],
  orderMissing: ['REJ03', '申请单缺失/信息不全/无法识别', 'Requisition missing, incomplete or illegible'],
  consentMissing: ['REJ04', '知情同意书缺失', 'Consent missing'],
  volumeShort: ['REJ05', '空管 / 标本量不足', 'Empty tube or too little sample'],
  wrongContainer: ['REJ06', '采样容器错误 / 抗凝剂错误 / 血量比例错误', 'Wrong container, anticoagulant or ratio'],
  wrongClass: ['REJ07', '标本类型错误', 'Wrong sample class'],
  wrongTime: ['REJ08', '采样时间错误(孕周不符、<72h、窗口外)', 'Wrong sampling time or outside the window'],
  hemolysed: ['REJ09', '溶血(重度) / 凝血 / 乳糜', 'Severely haemolysed, clotted or lipaemic'],
  broken: ['REJ10', '容器损坏 / 管爆裂 / 渗漏', 'Container broken, burst or leaking'],
  contaminated: ['REJ11', '污染', 'Contaminated'],
  transportTime: ['REJ12', '运输时间超限', 'In transit too long'],
  transportTemperature: ['REJ13', '运输温度不符', 'Wrong transport temperature'],
  lost: ['REJ14', '丢失或未收到 / 送错部门', 'Lost, not received or misdelivered'],
  bloodCard: ['REJ15', '血片: 固化 / 未渗透 / 血斑过小 / 渗血环 / 潮湿', 'Blood card: clotted, not soaked, too small, ringed or damp'],
  duplicateOrder: ['REJ16', '重复送检 / 未收费 / 已取消', 'Sent twice, unpaid or cancelled'],
  notSuitable: ['REJ17', '不适用人群(医生未确认)', 'Not suitable, not confirmed by the doctor'],
});
export type RejectGroup = 'identification' | 'order' | 'collection' | 'integrity' | 'transport' | 'bloodCard' | 'clinical';
export const rejectGroups: Readonly<Record<RejectGroup, { readonly title: Label; readonly codes: readonly string[] }>> = {
  identification: { title: ['标识', 'Identification'], codes: ['REJ01', 'REJ02'] },
  order: { title: ['申请单', 'Requisition'], codes: ['REJ03', 'REJ04', 'REJ16'] },
  collection: { title: ['采集', 'Collection'], codes: ['REJ05', 'REJ06', 'REJ07', 'REJ08'] },
  integrity: { title: ['性状', 'Integrity'], codes: ['REJ09', 'REJ11'] },
  transport: { title: ['运输', 'Transport'], codes: ['REJ10', 'REJ12', 'REJ13', 'REJ14'] },
  bloodCard: { title: ['血片', 'Blood card'], codes: ['REJ15'] },
  clinical: { title: ['临床', 'Clinical'], codes: ['REJ17'] },
};

/** What is done about it (docs/forms.md#rejection, Measures). */
export const rejectMeasure = choices({
  reject: [1, '拒收并通知临床', 'Reject and tell the clinician'],
  resample: [2, '通知重采', 'Ask for a new sample'],
  concession: [3, '让步检测(备注写入报告)', 'Test by concession (noted in the report)'],
  relabel: [4, '更正标签', 'Correct the label'],
  supply: [5, '补充资料(限期)', 'Papers to follow by a date'],
  none: [6, '无措施', 'None'],
  other: [7, '其他', 'Other'],
});
