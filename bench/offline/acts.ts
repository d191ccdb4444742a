/** A reception as the desk sends it, of the size of a real one; ids as long as real ones. Invented. */
export function receptionBody(index: number, edit: number): Record<string, unknown> {
  const number = String(index).padStart(6, '0');
  return {
    requisitionCode: `BENR${number}`,
    contractLaboratoryId: '1989012345678901201',
    sendSampleClientId: '1989012345678901202',
    commodityIds: ['1989012345678901203'],
    personName: '赵一甲',
    sex: 2,
    age: 30 + edit,
    ageUnit: 1,
    telephone: `1990000${String(index % 10_000).padStart(4, '0')}`,
    samplingTime: '2026-01-02 09:30:00',
    tubes: [
      {
        sampleCode: `BENS${number}`,
        testTubeNumber: `BENT${number}`,
        sampleClassId: '1989012345678901204',
        sampleQuantity: 1,
        sampleCondition: [1],
      },
    ],
    reasons: {},
  };
}

const letters = '一二三四五六七八九十甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉';
/** An invented person for each number: the same one twice within a month would be asked about. */
export const ownPerson = (number: number): { personName: string; telephone: string } => ({
  personName: `赵${letters[number % 30]}${letters[Math.floor(number / 30) % 30]}${letters[Math.floor(number / 900) % 30]}`,
  telephone: `199${String(number).padStart(8, '0')}`,
});
