/** A row of a file in which a target assay names what it found; null: nothing. */
export interface FoundRow {
  readonly code: string;
  readonly organism: string | null;
  readonly q30?: number;
}
const tngsHead = '样本,体系,检出病原,RPK,原始数据,Q30,外源内参,总人内参,质控评价,生产批号,文库浓度,最终评价,drug_info,filter_flag,同批样本频率';

/** A run of a target panel as its analysis writes it: a row a finding, the sample's measures on each. */
export function tngsFile(rows: readonly FoundRow[]): { readonly head: string; readonly text: string } {
  const lines = rows.map(({ code, organism, q30 = 91.5 }) =>
    [
      code,
      'RP',
      organism ?? '-',
      organism ? 186.4 : '',
      12.6,
      q30,
      5_210,
      8_800,
      '合格',
      'L261101',
      14.2,
      organism ? '阳性' : '阴性',
      '',
      'PASS',
      '',
    ].join(),
  );
  return { head: tngsHead, text: [tngsHead, ...lines].join('\n') };
}

/** A sample of a plasma run; null: a library of nothing. */
export interface ZRow {
  readonly code: string;
  readonly z21: number | null;
  readonly ff?: number;
}
const niptHead =
  '序号,孕妇代码,21号染色体的Z值,18号染色体的Z值,13号染色体的Z值,胎儿游离DNA浓度,原始读段数,在参考基因组上比对的比例,重复读段的比例,GC含量';

/** A run of plasma libraries as a laboratory exports it: a row a sample. */
export function niptFile(rows: readonly ZRow[]): { readonly head: string; readonly text: string } {
  const lines = rows.map(({ code, z21, ff = 11.2 }, at) =>
    (z21 === null ? [at + 1, code, '', '', '', '', 11.3, 92.1, 2.4, 40.2] : [at + 1, code, z21, 0.31, -0.44, ff, 11.3, 92.1, 2.4, 40.2]).join(),
  );
  return { head: niptHead, text: [niptHead, ...lines].join('\n') };
}

/** A run sheet's file: a line a well, down the columns from A01. */
export function sheetFile(codes: readonly string[]): string {
  const lines = codes.map((code, at) => `${'ABCDEFGH'[at % 8]}${String(Math.floor(at / 8) + 1).padStart(2, '0')},${code}`);
  return ['孔位,实验室编号', ...lines].join('\n');
}
