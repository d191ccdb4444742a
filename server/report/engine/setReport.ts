import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { toSVG } from 'bwip-js/node';
import { imageExtension, imageMimeOf } from '#domain/kernel/imageKind.ts';
import type { DrawnBlock, DrawnReport } from '#domain/report/drawReport.ts';

/** What the thread is asked: a drawn report, and the pictures it shows by their SHA-256. */
export interface RenderOrder {
  readonly report: DrawnReport;
  readonly images: Readonly<Record<string, Uint8Array>>;
}
/** What it says: the document, or what stands in its way. */
export type RenderSaid =
  | { readonly kind: 'rendered'; readonly pdf: Uint8Array; readonly pages: number; readonly engineVersion: string }
  | { readonly kind: 'noGlyph'; readonly char: string }
  | { readonly kind: 'noCode'; readonly text: string }
  | { readonly kind: 'headTooTall' }
  | { readonly kind: 'failed'; readonly message: string };

const packages = createRequire(import.meta.url);
/** The second one has rarer characters of names (𠮷) that the first lacks. */
const families = [
  { name: 'Noto Sans SC', from: '@expo-google-fonts/noto-sans-sc', file: 'NotoSansSC' },
  { name: 'Noto Sans JP', from: '@expo-google-fonts/noto-sans-jp', file: 'NotoSansJP' },
] as const;
const fontPaths = families.flatMap(({ from, file }) =>
  ['400Regular', '500Medium', '700Bold'].map((weight) => join(dirname(packages.resolve(`${from}/package.json`)), weight, `${file}_${weight}.ttf`)),
);
const fonts = families.map(({ name }) => name);
const programme = readFileSync(fileURLToPath(new URL('./engine.typ', import.meta.url)), 'utf8');
/** Nothing lies there: every file the engine reads is given to it by name. */
const workspace = '/report';

const versionOf = (name: string): string => (packages(`${name}/package.json`) as { version: string }).version;
/** What the bytes follow from, beside facts and template. */
const engineVersion = [
  createHash('sha256').update(programme).digest('hex').slice(0, 12),
  `typst-ts ${versionOf('@myriaddreamin/typst-ts-node-compiler')}`,
  ...families.map(({ name, from }) => `${name} ${versionOf(from)}`),
].join(', ');

class CodeFault extends Error {}

/** A symbol as outlines. Code 128 writes printable ASCII. */
function symbolOf(symbology: 'barcode' | 'qr', text: string): string {
  try {
    const qr = { bcid: 'qrcode', text, eclevel: 'M', scale: 4 };
    if (symbology === 'qr') return toSVG(qr);
    if (!/^[\x20-\x7e]+$/.test(text)) throw new Error('no printable ASCII');
    return toSVG({ bcid: 'code128', text, height: 10, scale: 2 });
  } catch (cause) {
    throw new CodeFault(text, { cause });
  }
}

/** Files a block shows, by the name the engine reads them by. */
interface Files {
  readonly add: (name: string, bytes: Uint8Array) => string;
}

const endingOf = (picture: Uint8Array): string => imageExtension(imageMimeOf(picture) ?? 'image/jpeg');

function withFiles(block: DrawnBlock, images: RenderOrder['images'], { add }: Files): object {
  const symbol = (symbology: 'barcode' | 'qr', text: string): string =>
    add(`${symbology}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}.svg`, Buffer.from(symbolOf(symbology, text)));
  if (block.kind === 'title' && block.code !== 'none') return { ...block, file: symbol(block.code, block.codeText) };
  if (block.kind === 'code') return { ...block, file: symbol(block.symbology, block.text) };
  if (block.kind === 'image') {
    const { picture: given, ...shown } = block;
    const picture = Buffer.from(given, 'base64');
    return { ...shown, file: add(`picture-${createHash('sha256').update(picture).digest('hex').slice(0, 16)}.${endingOf(picture)}`, picture) };
  }
  if (block.kind !== 'signature') return block;
  const slots = block.slots.map((slot) => {
    const picture = slot.image === null ? undefined : images[slot.image];
    if (slot.image !== null && !picture) throw new Error(`a report shows a picture that was not given: ${slot.image}`);
    return { ...slot, file: picture ? add(`${slot.image}.${endingOf(picture)}`, picture) : null };
  });
  return { ...block, slots };
}

let compiler: NodeCompiler | null = null;
function openCompiler(): NodeCompiler {
  compiler ??= NodeCompiler.create({ workspace, fontArgs: [{ fontPaths }] });
  return compiler;
}

/** All that the engine reads of a report, by name. */
export function filesOf({ report, images }: RenderOrder): ReadonlyMap<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const add: Files['add'] = (name, bytes) => {
    if (!files.has(name)) files.set(name, bytes);
    return name;
  };
  const part = (blocks: readonly DrawnBlock[]): object[] => blocks.map((block) => withFiles(block, images, { add }));
  const data = {
    ...report,
    fonts,
    date: [...report.time.split(/\D/).map(Number), 0].slice(0, 6),
    header: part(report.header),
    blocks: part(report.blocks),
    footer: part(report.footer),
  };
  add('report.json', Buffer.from(JSON.stringify(data)));
  add('engine.typ', Buffer.from(programme));
  return files;
}

/** The engine alone: what it makes of files that are there. */
export function compileFiles(files: ReadonlyMap<string, Uint8Array>): RenderSaid {
  const engine = openCompiler();
  engine.resetShadow();
  try {
    for (const [name, bytes] of files) engine.mapShadow(`${workspace}/${name}`, Buffer.from(bytes));
    const made = engine.compile({ mainFilePath: `${workspace}/engine.typ` });
    if (made.hasError() || !made.result)
      return faultOf(((made.takeError()?.shortDiagnostics ?? []) as { readonly message: string }[]).map(({ message }) => message).join('\n'));
    // Archival PDF: a character without a glyph, a font that is not embedded or a date from a clock make none.
    const pdf = engine.pdf(made.result, { pdfStandard: 'a-2u' });
    return { kind: 'rendered', pdf: new Uint8Array(pdf), pages: made.result.numOfPages, engineVersion };
  } finally {
    engine.evictCache(10);
  }
}

/** Sets one report. The same report and pictures make the same bytes. */
export function setReport(order: RenderOrder): RenderSaid {
  try {
    return compileFiles(filesOf(order));
  } catch (error) {
    if (error instanceof CodeFault) return { kind: 'noCode', text: error.message };
    return faultOf(error instanceof Error ? error.message : String(error));
  }
}

function faultOf(message: string): RenderSaid {
  if (message.includes('report.headTooTall')) return { kind: 'headTooTall' };
  const [, shown] = /the text `\\?"(.*?)\\?"` could not be displayed/su.exec(message) ?? [];
  return shown === undefined ? { kind: 'failed', message } : { kind: 'noGlyph', char: shown };
}
