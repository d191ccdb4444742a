import { choices } from '#domain/kernel/choices.ts';

/** Closed sets of docs/forms.md#infection. */
export const pathogenPanel = choices({
  mngsDna: [1, 'mNGS-DNA', 'mNGS DNA'],
  mngsRna: [2, 'mNGS-RNA', 'mNGS RNA'],
  mngsBoth: [3, 'mNGS-DNA+RNA', 'mNGS DNA and RNA'],
  tngsAirway: [4, 'tNGS-呼吸', 'tNGS airway'],
  tngsNervous: [5, 'tNGS-中枢', 'tNGS nervous system'],
  tngsBlood: [6, 'tNGS-血流', 'tNGS blood'],
  tngsUrinary: [7, 'tNGS-泌尿', 'tNGS urinary'],
  tngsBroad: [8, 'tNGS-广谱', 'tNGS broad'],
});
export const transportCondition = choices({
  dryIce: [1, '干冰', 'Dry ice'],
  cold: [2, '冰袋2–8℃', 'Ice packs, 2–8 ℃'],
  ambient: [3, '常温', 'Ambient'],
  preserved: [4, '保存液', 'Preserving liquid'],
});
export const testPurpose = choices({ first: [1, '首次', 'First'], again: [2, '复检', 'Again'], course: [3, '疗效监测', 'Course of therapy'] });
export const patientSource = choices({
  outpatient: [1, '门诊', 'Outpatient'],
  inpatient: [2, '住院', 'Inpatient'],
  icu: [3, 'ICU', 'ICU'],
  emergency: [4, '急诊', 'Emergency'],
});
export const symptoms = choices({
  fever: [1, '发热', 'Fever'],
  cough: [2, '咳嗽咳痰', 'Cough'],
  dyspnoea: [3, '呼吸困难', 'Dyspnoea'],
  headache: [4, '头痛', 'Headache'],
  consciousness: [5, '意识障碍', 'Impaired consciousness'],
  seizure: [6, '抽搐', 'Seizure'],
  diarrhoea: [7, '腹泻', 'Diarrhoea'],
  rash: [8, '皮疹', 'Rash'],
  jaundice: [9, '黄疸', 'Jaundice'],
  shock: [10, '休克', 'Shock'],
  other: [11, '其他', 'Other'],
});
export const feverSyndrome = choices({
  nervous: [1, '中枢', 'Nervous system'],
  airway: [2, '呼吸道', 'Airway'],
  bowel: [3, '腹痛腹泻', 'Abdominal'],
  jaundice: [4, '黄疸', 'Jaundice'],
  liver: [5, '肝脾', 'Liver and spleen'],
  genital: [6, '生殖', 'Genital'],
  bone: [7, '骨关节', 'Bone and joint'],
  rash: [8, '皮疹', 'Rash'],
  several: [9, '多系统', 'Several systems'],
});
export const underlyingDisease = choices({
  none: [1, '无', 'None'],
  tumour: [2, '肿瘤', 'Tumour'],
  blood: [3, '血液病', 'Blood disease'],
  transplant: [4, '移植', 'Transplant'],
  hiv: [5, 'HIV', 'HIV'],
  diabetes: [6, '糖尿病', 'Diabetes'],
  suppressed: [7, '免疫抑制剂', 'Immunosuppressants'],
  copd: [8, 'COPD', 'COPD'],
  other: [9, '其他', 'Other'],
});
export const immuneStatus = choices({ normal: [1, '正常', 'Normal'], suppressed: [2, '抑制', 'Suppressed'], unknown: [3, '不详', 'Unknown'] });
export const infectionSite = choices({
  airway: [1, '呼吸道', 'Airway'],
  nervous: [2, '中枢神经', 'Nervous system'],
  blood: [3, '血流', 'Blood'],
  urinary: [4, '泌尿', 'Urinary'],
  bowel: [5, '肠道', 'Bowel'],
  skin: [6, '皮肤软组织', 'Skin and soft tissue'],
  genital: [7, '生殖道', 'Genital'],
  bone: [8, '骨关节', 'Bone and joint'],
  other: [9, '其他', 'Other'],
});
export const serology = choices({ negative: [1, '阴性', 'Negative'], positive: [2, '阳性', 'Positive'], notDone: [3, '未做', 'Not done'] });
export const biosafetyAgents = choices({
  hiv: [1, 'HIV', 'HIV'],
  brucella: [2, '布鲁菌', 'Brucella'],
  tuberculosis: [3, '结核', 'Tuberculosis'],
  anthrax: [4, '炭疽', 'Anthrax'],
  plague: [5, '鼠疫', 'Plague'],
  other: [6, '其他', 'Other'],
});
export const priorMethod = choices({
  none: [0, '无', 'None'],
  culture: [1, '培养', 'Culture'],
  smear: [2, '涂片', 'Smear'],
  pcr: [3, 'PCR', 'PCR'],
  antigen: [4, '抗原', 'Antigen'],
  other: [5, '其他', 'Other'],
});
export const drugEffect = choices({ better: [1, '好转', 'Better'], same: [2, '无变化', 'The same'], worse: [3, '加重', 'Worse'] });
