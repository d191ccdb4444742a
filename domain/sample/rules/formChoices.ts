import { choices } from '#domain/kernel/choices.ts';

/** Closed sets of docs/forms.md#summary-entry, docs/forms.md#nipt; short numbers, so that a digit key picks one (docs/scanning.md#number-keys). */
export const sex = choices({ male: [1, '男', 'Male'], female: [2, '女', 'Female'], unknown: [3, '未知', 'Unknown'] });
export const ageUnit = choices({
  years: [1, '岁', 'years'],
  months: [2, '月', 'months'],
  days: [3, '天', 'days'],
  hours: [4, '小时', 'hours'],
  none: [5, '无', 'none'],
});
export const credentialType = choices({
  idCard: [1, '身份证', 'ID card'],
  passport: [2, '护照', 'Passport'],
  travelPermit: [3, '港澳台通行证', 'HK/Macao/Taiwan permit'],
  residencePermit: [4, '居留证', 'Residence permit'],
  none: [5, '无', 'None'],
});
export const sampleCondition = choices({
  normal: [1, '正常', 'Normal'],
  hemolysisMild: [2, '轻度溶血', 'Mild haemolysis'],
  hemolysisModerate: [3, '中度溶血', 'Moderate haemolysis'],
  hemolysisSevere: [4, '重度溶血', 'Severe haemolysis'],
  lipemic: [5, '乳糜', 'Lipaemic'],
  clotted: [6, '凝块', 'Clotted'],
  icteric: [7, '黄疸', 'Icteric'],
  scant: [8, '量少', 'Scant'],
  leaking: [9, '渗漏', 'Leaking'],
  broken: [10, '容器破损', 'Container broken'],
  unclearLabel: [11, '标签不清', 'Label unclear'],
});
/** The answer to an earlier record of the same person. */
export const duplicateAnswer = choices({
  resample: [1, '补采', 'Resample'],
  repeated: [2, '重复', 'Repeat'],
  twins: [3, '双胎', 'Twins'],
  fresh: [4, '新申请', 'New request'],
});

export const niptProduct = choices({
  nipt: [1, 'NIPT', 'NIPT'],
  plus: [2, 'NIPT-Plus', 'NIPT-Plus'],
  wholeGenome: [3, '全染色体', 'All chromosomes'],
});
export const gestationMethod = choices({
  lmp: [1, '末次月经', 'LMP'],
  ultrasound: [2, '超声', 'Ultrasound'],
  transfer: [3, '移植', 'Embryo transfer'],
  crl: [4, 'CRL', 'CRL'],
  typed: [5, '手写', 'As written'],
});
export const fetusCount = choices({ one: [1, '单胎', 'Singleton'], two: [2, '双胎', 'Twins'], three: [3, '三胎及以上', 'Three or more'] });
export const chorionicity = choices({
  monoMono: [1, '单绒单羊', 'MCMA'],
  monoDi: [2, '单绒双羊', 'MCDA'],
  diDi: [3, '双绒双羊', 'DCDA'],
  unknown: [4, '不详', 'Unknown'],
});
export const vanishingTwin = choices({ none: [1, '无', 'None'], vanished: [2, '自然消失', 'Vanished'], reduced: [3, '减胎术', 'Reduced'] });
export const conceptionMode = choices({
  natural: [1, '自然', 'Natural'],
  induced: [2, '促排卵', 'Ovulation induction'],
  iui: [3, 'IUI(人工授精)', 'IUI'],
  ivf: [4, 'IVF-ET', 'IVF-ET'],
  other: [5, '其他', 'Other'],
});
export const embryoDay = choices({ day3: [3, 'D3', 'Day 3'], day5: [5, 'D5', 'Day 5'], day6: [6, 'D6', 'Day 6'] });
export const donorGamete = choices({
  no: [1, '否', 'No'],
  egg: [2, '供卵', 'Donor egg'],
  sperm: [3, '供精', 'Donor sperm'],
  embryo: [4, '供胚', 'Donor embryo'],
});
export const adversePregnancyHistory = choices({
  none: [1, '无', 'None'],
  trisomy21: [2, '21三体', 'Trisomy 21'],
  neuralTube: [3, 'ONTD', 'ONTD'],
  otherChromosome: [4, '其他染色体异常', 'Other chromosomal'],
  stillbirth: [5, '死胎', 'Stillbirth'],
  neonatalDeath: [6, '新生儿死亡', 'Neonatal death'],
  recurrentLoss: [7, '反复流产', 'Recurrent loss'],
});
export const parentalChromosomeAbnormal = choices({
  none: [1, '无', 'None'],
  mother: [2, '女方', 'Mother'],
  father: [3, '男方', 'Father'],
  unknown: [4, '不详', 'Unknown'],
});
export const allogeneicTreatment = choices({
  none: [1, '无', 'None'],
  transfusion: [2, '输血', 'Transfusion'],
  transplant: [3, '移植', 'Transplant'],
  cellTherapy: [4, '干细胞/免疫细胞', 'Stem / immune cells'],
});
export const serumScreeningResult = choices({
  notDone: [1, '未做', 'Not done'],
  low: [2, '低风险', 'Low risk'],
  borderline: [3, '临界', 'Borderline'],
  high: [4, '高风险', 'High risk'],
});
export const heparinUse = choices({ none: [1, '无', 'None'], stopped: [2, '有(停药≥24h)', 'Yes (stopped ≥24 h)'], current: [3, '有', 'Yes'] });
