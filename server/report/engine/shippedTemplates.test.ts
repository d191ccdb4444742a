import { createHash } from 'node:crypto';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { drawReport } from '#domain/report/drawReport.ts';
import { inventedReports } from '#domain/report/inventedReports.ts';
import type { ReportFacts } from '#domain/report/reportFacts.ts';
import { shippedTemplates } from '#domain/report/shippedTemplates.ts';
import { pageTexts } from '#server/report/reportTesting.ts';
import { lookAtObjects } from '#server/report/upload/pdfObjects.ts';
import { renderReport } from './reportEngine.ts';

const set = (key: string, facts: ReportFacts) => {
  const { content } = shippedTemplates.find((one) => one.key === key)!;
  return renderReport({ report: drawReport({ content, facts, paper: 'A4', watermark: '' }), images: {} });
};
const named = (facts: ReportFacts, personName: string): ReportFacts => ({ ...facts, values: { ...facts.values, personName } });
const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const plain = (text: string): string => text.replaceAll(/\s/g, '');

/** What a document says it is, and the fonts of its pages that do not lie in it. */
async function kindOf(pdf: Uint8Array) {
  const document = await getDocument({ data: new Uint8Array(pdf), useSystemFonts: false, verbosity: 0 }).promise;
  const { metadata } = await document.getMetadata();
  const said = String(metadata?.getRaw() ?? '');
  const fonts = new Map<string, boolean>();
  for (let at = 1; at <= document.numPages; at++) {
    const page = await document.getPage(at);
    const { fnArray, argsArray } = await page.getOperatorList();
    for (const [index, operator] of fnArray.entries()) {
      if (operator !== OPS.setFont) continue;
      const name = String(argsArray[index][0]);
      const font = page.commonObjs.get(name) as { readonly missingFile?: boolean };
      fonts.set(name, font.missingFile === true);
    }
  }
  await document.destroy();
  return {
    standard: [/pdfaid:part>(\d)/.exec(said)?.[1], /pdfaid:conformance>(\w)/.exec(said)?.[1]],
    fonts: fonts.size,
    strange: [...fonts].filter(([, isMissing]) => isMissing),
  };
}

describe.each(shippedTemplates.map(({ key }) => key))('the shipped template %s', (key) => {
  const facts = inventedReports[key as keyof typeof inventedReports];

  it('prints what it names of its facts and rows as text that can be selected, in a document that holds all it needs', async () => {
    const { pdf } = await set(key, facts);
    const text = plain((await pageTexts(pdf)).join(''));
    const told = [
      'laboratoryName',
      'reportNo',
      'reportTime',
      'personName',
      'sex',
      'age',
      'sendSampleClientName',
      'sampleCode',
      'sampleClassName',
      'samplingTime',
      'receiveTime',
      'method',
    ] as const;
    expect(told.filter((name) => facts.values[name] && !text.includes(plain(facts.values[name])))).toEqual([]);
    for (const { name, time } of facts.signatures) for (const word of [name, time]) expect(text).toContain(plain(word));
    for (const table of Object.values(facts.rows))
      for (const { cells } of table) for (const name of ['value', 'name', 'gene', 'itemName']) expect(text).toContain(plain(cells[name] ?? ''));
    const kind = await kindOf(pdf);
    expect(kind).toMatchObject({ standard: ['2', 'U'], strange: [] });
    expect(kind.fonts).toBeGreaterThan(0);
    expect(lookAtObjects(pdf)).toEqual({ isEncrypted: false, what: null });
  });

  it('makes the same bytes twice, and sets names that few fonts have', async () => {
    const name = '李𠮷䶮㛃';
    const [one, again] = [await set(key, named(facts, name)), await set(key, named(facts, name))];
    expect(hash(again.pdf)).toBe(hash(one.pdf));
    expect(plain((await pageTexts(one.pdf)).join(''))).toContain(name);
    expect(hash((await set(key, named(facts, '李吉'))).pdf)).not.toBe(hash(one.pdf));
    // What no font has is named.
    await expect(set(key, named(facts, '李🙂'))).rejects.toThrow('字库缺少“🙂”');
  });
});
