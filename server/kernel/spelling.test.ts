import { describe, expect, it } from 'vitest';
import { spelling } from './spelling.ts';

describe('spelling of names', () => {
  it.each([
    ['青禾市第一人民医院', 'qingheshidiyirenminyiyuan', 'qhsdyrmyy'],
    ['无创产前基因检测(NIPT)', 'wuchuangchanqianjiyinjiancenipt', 'wccqjyjcnipt'],
    ['EDTA全血', 'edtaquanxue', 'edtaqx'],
    ['25-羟维生素D', '25qiangweishengsud', '25qwssd'],
    ['女性健康', 'nvxingjiankang', 'nxjk'],
    ['重庆检验所', 'chongqingjianyansuo', 'cqjys'],
  ])('%s is typed %s or %s', (name, full, initials) => {
    expect(spelling(name)).toEqual({ pinyin: full, initials });
  });
});
