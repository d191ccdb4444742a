import { deflateSync } from 'node:zlib';

interface Wanted {
  /** Lines of the first page; Latin letters alone. */
  readonly lines?: readonly string[];
  readonly pages?: number;
  /** What stands in the catalogue beside its pages. */
  readonly catalog?: string;
  /** Further objects, numbered from 10. */
  readonly objects?: readonly string[];
  readonly trailer?: string;
}

/** A PDF as a simple programme writes it. */
export function madePdf({ lines = [], pages = 1, catalog = '', objects = [], trailer = '' }: Wanted = {}): Buffer {
  const text = `BT /F1 12 Tf 40 780 Td ${lines.map((line) => `(${line}) Tj 0 -20 Td`).join(' ')} ET`;
  const kids = Array.from({ length: pages }, (_none, at) => 1000 + at);
  const bodies = new Map<number, string>([
    [1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`],
    [2, `<< /Type /Pages /Kids [${kids.map((no) => `${no} 0 R`).join(' ')}] /Count ${pages} >>`],
    [3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
    [4, `<< /Length ${text.length} >>\nstream\n${text}\nendstream`],
    ...objects.map((body, at): [number, string] => [10 + at, body]),
    ...kids.map((no): [number, string] => [
      no,
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 3 0 R >> >> >>',
    ]),
  ]);
  let file = '%PDF-1.7\n';
  const places = new Map<number, number>();
  for (const [no, body] of bodies) {
    places.set(no, file.length);
    file += `${no} 0 obj\n${body}\nendobj\n`;
  }
  const start = file.length;
  file += 'xref\n0 1\n0000000000 65535 f \n';
  for (const [no, place] of places) file += `${no} 1\n${String(place).padStart(10, '0')} 00000 n \n`;
  file += `trailer\n<< /Size 5000 /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

/** One whose catalogue, script and all, is packed in a stream of objects, as a stream of cross references leads to it. */
export function packedPdf(catalog: string, streamKeys = '/Type /ObjStm'): Buffer {
  const packed = `1 0 << /Type /Catalog /Pages 2 0 R ${catalog} >>`;
  const data = deflateSync(Buffer.from(packed, 'latin1'));
  const parts: Buffer[] = [];
  let length = 0;
  const places = new Map<number, number>();
  const add = (no: number, head: string, bytes?: Buffer): void => {
    places.set(no, length);
    const part = bytes
      ? Buffer.concat([Buffer.from(`${no} 0 obj\n${head}\nstream\n`, 'latin1'), bytes, Buffer.from('\nendstream\nendobj\n', 'latin1')])
      : Buffer.from(`${no} 0 obj\n${head}\nendobj\n`, 'latin1');
    parts.push(part);
    length += part.length;
  };
  const head = Buffer.from('%PDF-1.7\n', 'latin1');
  parts.push(head);
  length = head.length;
  add(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>');
  add(3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>');
  add(5, `<< ${streamKeys} /N 1 /First 4 /Length ${data.length} /Filter /FlateDecode >>`, data);
  const start = length;
  const row = (kind: number, at: number, more: number): number[] => [kind, (at >> 16) & 255, (at >> 8) & 255, at & 255, more];
  const rows = Buffer.from([
    ...row(0, 0, 0),
    ...row(2, 5, 0),
    ...row(1, places.get(2)!, 0),
    ...row(1, places.get(3)!, 0),
    ...row(0, 0, 0),
    ...row(1, places.get(5)!, 0),
    ...row(1, start, 0),
  ]);
  add(6, `<< /Type /XRef /Size 7 /W [1 3 1] /Root 1 0 R /Length ${rows.length} >>`, rows);
  parts.push(Buffer.from(`startxref\n${start}\n%%EOF\n`, 'latin1'));
  return Buffer.concat(parts);
}
