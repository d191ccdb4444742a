import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#domain/kernel/dates.ts';
import { ageDisagrees, ageOn } from './age.ts';
import { bodyMassIndex, meanArterialPressure, meanUterineArteryPi } from './bodyMeasures.ts';
import { ageUnit, sex } from './formChoices.ts';
import {
  compareLmpWithScan,
  deliveryBy,
  deliveryByLmp,
  formatGestation,
  gestationByLmp,
  gestationByScan,
  gestationByTransfer,
  trustedGestation,
} from './gestation.ts';
import { idCardCheck, readIdCard } from './idCard.ts';
import { cleanName, cleanText, isNameLike } from './person.ts';
import { normalisePhone, phoneFault, phoneTexts } from './phone.ts';

const today = '2026-11-21';
const anyDate = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('1910-01-01', days));

describe('ID card, GB 11643', () => {
  it.each([
    ['11010519491231002X', undefined, '1949-12-31', sex.female],
    ['320102199003070025', undefined, '1990-03-07', sex.female],
    ['330106198802294044', undefined, '1988-02-29', sex.female],
    ['320300199502300014', 'date', undefined, undefined],
    ['110105194912310021', 'checksum', '1949-12-31', sex.female],
    ['110105491231002', undefined, '1949-12-31', sex.female],
    ['1101051949123100', 'shape', undefined, undefined],
  ] as const)('%s', (number, fault, birthDate, whichSex) => {
    expect(readIdCard(number, today)).toMatchObject({ number, ...(fault ? { fault } : {}), ...(birthDate ? { birthDate, sex: whichSex } : {}) });
    expect(readIdCard(number, today).fault).toBe(fault);
  });
  it('takes a small x and full-width digits, and tells an old card', () => {
    expect(readIdCard(' １1010519491231002x ', today)).toMatchObject({ number: '11010519491231002X' });
    expect(readIdCard('110105491231002', today).isOld).toBe(true);
  });
  it('refuses a birth in the future', () => {
    const first17 = '11010520300101002';
    expect(readIdCard(first17 + idCardCheck(first17), today).fault).toBe('future');
  });
  it('accepts every well-made number and no number with one digit changed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 110000, max: 659999 }),
        anyDate,
        fc.integer({ min: 0, max: 999 }),
        fc.nat(16),
        fc.integer({ min: 1, max: 9 }),
        (region, birth, order, place, step) => {
          fc.pre(birth <= today);
          const first17 = `${region}${birth.replaceAll('-', '')}${String(order).padStart(3, '0')}`;
          const good = first17 + idCardCheck(first17);
          expect(readIdCard(good, today)).toEqual({ number: good, isOld: false, birthDate: birth, sex: order % 2 === 1 ? 1 : 2 });
          const digit = String((Number(first17[place]) + step) % 10);
          expect(readIdCard(good.slice(0, place) + digit + good.slice(place + 1), today).fault).toBeDefined();
        },
      ),
    );
  });
});

describe('phone check', () => {
  it.each([
    ['', 'empty'],
    ['1380013800', 'length'],
    ['138001380000', 'length'],
    ['021-6543210', 'landline'],
    ['0571-88886666', 'landline'],
    ['02165432100', 'landline'],
    ['12345678901', 'format'],
    ['13800138000', undefined],
    ['19900007704', undefined],
    ['+86 138 0013 8000', undefined],
    ['１３８００１３８０００', undefined],
  ] as const)('%s -> %s', (phone, fault) => expect(phoneFault(phone)).toBe(fault));
  it('takes a landline where the field does', () => {
    expect(phoneFault('021-65432100', true)).toBeUndefined();
    expect(phoneFault('02165432100', true)).toBeUndefined();
  });
  it('says what the spec says', () => {
    expect(phoneTexts.empty[1]).toBe('phone number cannot be empty');
    expect(phoneTexts.length[1]).toBe('phone number length is not 11');
    expect(phoneTexts.landline[1]).toBe('phone number format is incorrect');
  });
  it('normalises once and for all', () =>
    fc.assert(
      fc.property(fc.string(), (typed) => {
        expect(normalisePhone(normalisePhone(typed))).toBe(normalisePhone(typed));
      }),
    ));
});

describe('gestation', () => {
  it('by LMP, corrected by the cycle', () => {
    expect(gestationByLmp('2025-03-01', '2025-05-24')).toBe(84);
    expect(formatGestation(84)).toBe('12+0');
    expect(formatGestation(gestationByLmp('2025-03-01', '2025-05-24', 35))).toBe('11+0');
  });
  it('by scan', () => expect(formatGestation(gestationByScan(8 * 7 + 3, '2025-04-20', '2025-05-20'))).toBe('12+5'));
  it('by embryo transfer', () => {
    expect(gestationByTransfer('2025-03-20', 5, '2025-06-01')).toBe(92);
    expect(formatGestation(92)).toBe('13+1');
    expect(gestationByTransfer('2025-03-20', 3, '2025-06-01')).toBe(90);
    expect(gestationByTransfer('2025-03-20', 6, '2025-06-01')).toBe(93);
    expect(gestationByTransfer('2025-03-20', 4, '2025-06-01')).toBeUndefined();
  });
  it('trusts IVF, then an early scan, then LMP, then a late scan', () => {
    const facts = {
      lastMenstrualDate: '2025-03-01',
      isRegular: true,
      scanDate: '2025-04-20',
      daysAtScan: 59,
      transferDate: '2025-03-20',
      embryoDay: 5,
    };
    expect(trustedGestation(facts, '2025-05-24')?.source).toBe('ivf');
    expect(trustedGestation({ ...facts, transferDate: undefined }, '2025-05-24')).toEqual({ days: 93, source: 'scan' });
    expect(trustedGestation({ ...facts, transferDate: undefined, daysAtScan: 120 }, '2025-05-24')).toEqual({ days: 84, source: 'lmp' });
    expect(trustedGestation({ ...facts, transferDate: undefined, daysAtScan: 120, isRegular: false }, '2025-05-24')?.source).toBe('scan');
    expect(trustedGestation({ lastMenstrualDate: '2025-03-01' }, '2025-05-24')).toBeUndefined();
  });
  it('compares LMP with the scan', () => {
    const facts = { lastMenstrualDate: '2025-03-01', isRegular: true, scanDate: '2025-05-01' };
    expect(compareLmpWithScan({ ...facts, daysAtScan: 61 }, '2025-05-24')?.verdict).toBe('agree');
    expect(compareLmpWithScan({ ...facts, daysAtScan: 69 }, '2025-05-24')?.verdict).toBe('useScan');
    expect(compareLmpWithScan({ ...facts, daysAtScan: 76 }, '2025-05-24')?.verdict).toBe('tooFar');
  });
  it('writes weeks and days, and delivery agrees with the last period', () => {
    expect([87, 84, -8].map(formatGestation)).toEqual(['12+3', '12+0', '-1+1']);
    fc.assert(
      fc.property(fc.nat(300), anyDate, (days, on) => {
        expect(deliveryBy(gestationByLmp(addDays(on, -days), on), on)).toBe(deliveryByLmp(addDays(on, -days)));
      }),
    );
  });
});

describe('body measures', () => {
  it('BMI with one decimal', () => {
    expect(bodyMassIndex(165, 60)).toBe(22);
    expect(bodyMassIndex(158, 101)).toBe(40.5);
    expect(bodyMassIndex(0, 60)).toBeUndefined();
  });
  it('MAP of one reading and of four', () => {
    expect(meanArterialPressure([{ systolic: 118, diastolic: 78 }])).toBe(91.3);
    expect(
      meanArterialPressure([
        { systolic: 118, diastolic: 78 },
        { systolic: 120, diastolic: 80 },
        { systolic: 116, diastolic: 76 },
        { systolic: 118, diastolic: 78 },
      ]),
    ).toBe(91.3);
    expect(meanArterialPressure([])).toBeUndefined();
  });
  it('UtA-PI', () => expect(meanUterineArteryPi(1.81, 2.02)).toBe(1.92));
});

describe('age', () => {
  it('is written in days, months or years', () => {
    expect(ageOn('2026-11-01', today)).toEqual({ age: 20, ageUnit: ageUnit.days });
    expect(ageOn('2026-02-17', today)).toEqual({ age: 9, ageUnit: ageUnit.months });
    expect(ageOn('1993-10-18', today)).toEqual({ age: 33, ageUnit: ageUnit.years });
    expect(ageOn('2027-01-01', today)).toBeUndefined();
  });
  it('never disagrees with its own birth date', () =>
    fc.assert(
      fc.property(anyDate, anyDate, (birth, on) => {
        const age = ageOn(birth, on);
        if (age) expect(ageDisagrees(age.age, age.ageUnit, birth, on)).toBe(false);
      }),
    ));
  it('disagrees beyond a year', () => {
    expect(ageDisagrees(35, 1, '1993-10-18', today)).toBe(true);
    expect(ageDisagrees(34, 1, '1993-10-18', today)).toBe(false);
    expect(ageDisagrees(60, 5, '1993-10-18', today)).toBe(false);
  });
});

describe('names and free text (R-12)', () => {
  it('cleans without changing the meaning', () => {
    expect(cleanName('  阿依古丽•买买提 ')).toBe('阿依古丽·买买提');
    expect(cleanName('张 三')).toBe('张三');
    expect(cleanName('Anna  Smith')).toBe('Anna Smith');
    expect(cleanText('ＡＢＣ\u200B\u0007（甲）\r\n无')).toBe('ABC(甲)\n无');
  });
  it('knows what a name is made of', () => {
    expect(['欧阳·娜娜', "O'Neil", 'Anne-Marie', '𠮷田'].every(isNameLike)).toBe(true);
    expect(['张三1', '<b>', '张三;'].some(isNameLike)).toBe(false);
  });
  it('is stable', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        expect(cleanText(cleanText(typed))).toBe(cleanText(typed));
      }),
    ));
});
