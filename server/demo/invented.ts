/** Invented persons: phones from a block of zeros, document numbers of a region that is never issued. Same seed, same persons. */

/** A small deterministic source of chance (mulberry32). */
export function chance(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    /** A whole number from 0 to `below` - 1. */
    below: (below: number): number => Math.floor(next() * below),
    between: (from: number, to: number): number => from + Math.floor(next() * (to - from + 1)),
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
    /** True in `share` of the cases, 0 to 1. */
    is: (share: number): boolean => next() < share,
  };
}
export type Chance = ReturnType<typeof chance>;

export const familyNames = [
  ...'赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛奚范彭郎鲁韦昌马苗凤花方俞任袁柳',
];
export const givenNames = [...'安晴朗悦宁雨涵嘉禾清妍舒然一诺思源子墨若溪景行知夏云舟可欣静姝明远书瑶俊熙怀瑾乐天语桐望舒怡君'];
export const departments = ['产科', '儿科', '呼吸科', '感染科', '神经内科', '血液科', '生殖中心', '遗传门诊', '检验科', '体检中心'];
export const diagnoses = ['孕16周', '孕12周', '产前常规', '听力筛查未通过', '反复发热', '孕前检查', '发育迟缓', '贫血待查', '肺部感染', ''];

/** A Chinese name of two or three characters. */
export function personName(by: Chance): string {
  return by.pick(familyNames) + by.pick(givenNames) + (by.is(0.6) ? by.pick(givenNames) : '');
}

/** 1990000 and four digits: a block that reaches nobody. */
export function telephone(by: Chance): string {
  return `1990000${String(by.below(10_000)).padStart(4, '0')}`;
}

/** A document number with a right check digit (GB 11643) of the region 710000, which is never issued. `sex`: 1 male, 2 female. */
export function credentialNo(by: Chance, birthDate: string, sex: number): string {
  const body = `710000${birthDate.replaceAll('-', '')}${String(by.below(100)).padStart(2, '0')}${by.below(5) * 2 + (sex === 1 ? 1 : 0)}`;
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, index) => total + weight * Number(body[index]), 0);
  return body + '10X98765432'[sum % 11];
}
