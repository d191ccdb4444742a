import { choices } from '#domain/kernel/choices.ts';

/** Closed sets of docs/forms.md#deafness. */
export const subjectType = choices({
  newborn: [1, '新生儿筛查', 'Newborn screening'],
  clinical: [2, '临床诊断', 'Clinical diagnosis'],
  counselling: [3, '遗传咨询/孕前', 'Counselling'],
});
export const screeningRound = choices({ first: [1, '首采', 'First card'], recall: [2, '召回', 'Recall'] });
export const collectionMethod = choices({
  prick: [1, '针刺', 'Prick'],
  vein: [2, '静脉', 'Vein'],
  artery: [3, '动脉', 'Artery'],
  other: [4, '其他', 'Other'],
});
export const collectionSite = choices({
  heel: [1, '足跟', 'Heel'],
  finger: [2, '手指', 'Finger'],
  femoral: [3, '股静脉', 'Femoral vein'],
  jugular: [4, '颈静脉', 'Jugular vein'],
  umbilical: [5, '脐静脉', 'Umbilical vein'],
  radial: [6, '桡静脉', 'Radial vein'],
  other: [7, '其他', 'Other'],
});
export const spotQuality = choices({
  good: [1, '合格', 'Good'],
  caked: [2, '固化', 'Caked'],
  soiled: [3, '污染', 'Soiled'],
  unsoaked: [4, '未渗透', 'Not soaked'],
  small: [5, '血斑过小(<8mm)', 'Too small (<8 mm)'],
  ring: [6, '渗血环', 'Serum ring'],
  damp: [7, '潮湿', 'Damp'],
  expired: [8, '过期', 'Expired'],
});
export const hearing = choices({ passed: [1, '通过', 'Passed'], failed: [2, '未通过', 'Not passed'], notDone: [3, '未筛', 'Not done'] });
export const hearingMethod = choices({
  dpoae: [1, 'OAE(DPOAE)', 'DPOAE'],
  teoae: [2, 'OAE(TEOAE)', 'TEOAE'],
  aabr: [3, 'AABR', 'AABR'],
});
export const hearingLossType = choices({
  none: [1, '正常', 'Normal'],
  conductive: [2, '传导性', 'Conductive'],
  sensorineural: [3, '感音神经性', 'Sensorineural'],
  mixed: [4, '混合性', 'Mixed'],
  prelingual: [5, '语前聋', 'Prelingual'],
  postlingual: [6, '语后聋', 'Postlingual'],
  aqueduct: [7, '大前庭水管', 'Enlarged vestibular aqueduct'],
});
export const familyHistory = choices({ none: [1, '无', 'None'], some: [2, '有', 'Yes'] });
export const aminoglycosideUse = choices({ none: [1, '无', 'None'], some: [2, '有', 'Yes'], unknown: [3, '不详', 'Unknown'] });
export const hearingRiskFactors = choices({
  nicu: [1, 'NICU>5天', 'NICU over 5 days'],
  light: [2, '体重<1500g', 'Below 1500 g'],
  bilirubin: [3, '高胆红素', 'Hyperbilirubinaemia'],
  face: [4, '颅面畸形', 'Craniofacial anomaly'],
  infection: [5, '宫内感染', 'Congenital infection'],
  meningitis: [6, '细菌性脑膜炎', 'Bacterial meningitis'],
  apgar: [7, 'Apgar<4', 'Apgar below 4'],
  ventilation: [8, '机械通气>5天', 'Ventilated over 5 days'],
  ototoxic: [9, '耳毒性药物', 'Ototoxic drugs'],
  syndrome: [10, '综合征', 'Syndrome'],
});
export const parentsHearing = choices({
  normal: [1, '均正常', 'Both normal'],
  mother: [2, '母亲听损', 'Mother impaired'],
  father: [3, '父亲听损', 'Father impaired'],
  both: [4, '父母均听损', 'Both impaired'],
});
export const guardianRelation = choices({ mother: [1, '母亲', 'Mother'], father: [2, '父亲', 'Father'], other: [3, '其他监护人', 'Other guardian'] });
