import type { Label } from '#domain/kernel/label.ts';
import type { Verified, VerifyWord } from '#domain/report/publicReport.ts';
import { asked, dataOf, draw, failure, faultOf, say, verdict, type Fault, type Page, type Tone } from './parts.ts';

interface Word {
  readonly tone: Tone;
  readonly word: Label;
  readonly about: Label;
}
const words: Readonly<Record<VerifyWord, Word>> = {
  genuine: {
    tone: 'good',
    word: ['真实有效', 'Genuine'],
    about: [
      '此报告由本机构发布, 当前有效。请核对网址是否为发布机构的网址。',
      'This report was issued by this laboratory and is in force. Check that the address is the laboratory’s own.',
    ],
  },
  superseded: {
    tone: 'warn',
    word: ['已更新或撤回', 'Replaced or withdrawn'],
    about: ['请勿再使用此报告, 向发布机构索取最新报告。', 'Do not use this report any more: ask the laboratory for the current one.'],
  },
  unknown: {
    tone: 'bad',
    word: ['无此报告', 'No such report'],
    about: [
      '请核对网址是否完整。仍无此报告的, 请联系发布机构。',
      'Check that the address is whole. If there is still no such report, ask the laboratory.',
    ],
  },
};
const compared = {
  same: ['文件与发布的报告一致', 'The file is the report that was issued'],
  other: ['文件与此报告不一致: 可能被改动, 或不是此报告的文件', 'The file is not this report: it may have been changed, or is another one’s'],
} as const satisfies Readonly<Record<string, Label>>;

/** A report's one word, and whether a file is that report: the browser hashes it, the server answers the same word. */
export function verifyPage(token: string): Page {
  let tell = (): void => {};
  let word: VerifyWord | null = null;
  let fault: Fault | null = null;
  let file: { readonly name: string; readonly isSame: boolean } | null = null;
  let fileFault: Fault | null = null;
  const ask = async (query = ''): Promise<VerifyWord> => (await dataOf<Verified>(await asked(`verify/${encodeURIComponent(token)}${query}`))).word;

  async function load(): Promise<void> {
    fault = null;
    try {
      word = await ask();
    } catch (error) {
      fault = faultOf(error);
    }
    tell();
  }
  async function compare(chosen: File): Promise<void> {
    file = null;
    fileFault = null;
    try {
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await chosen.arrayBuffer()));
      const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
      file = { name: chosen.name, isSame: (await ask(`?sha256=${sha256}`)) !== 'unknown' };
    } catch (error) {
      fileFault = faultOf(error);
    }
    tell();
  }
  void load();

  function fileCard(): HTMLElement {
    const about = draw('p', {}, [
      say([
        '手中有电子报告? 选择文件, 核验内容是否与发布的一致。文件不会上传。加密副本、扫描件和照片不能核验。',
        'Have you got the file? Choose it to see whether it is what was issued. It is not uploaded. Encrypted copies, scans and photographs cannot be compared.',
      ]),
    ]);
    // Browsers hash in a secure page alone.
    if (!('crypto' in globalThis) || !globalThis.crypto.subtle)
      return draw('section', { class: 'card' }, [
        about,
        draw('p', { class: 'fault' }, [
          say([
            '此连接不安全或浏览器过旧, 不能核验文件。请用 https 打开。',
            'Files cannot be compared here: open this page by https, in a newer browser.',
          ]),
        ]),
      ]);
    const input = draw('input', {
      type: 'file',
      accept: 'application/pdf,.pdf',
      id: 'file',
      onchange: () => {
        const [chosen] = input.files ?? [];
        if (chosen) void compare(chosen);
      },
    });
    return draw('section', { class: 'card' }, [
      about,
      draw('label', { class: 'button', for: 'file' }, [say(['选择报告文件', 'Choose the file'])]),
      input,
      file
        ? draw('p', { class: file.isSame ? 'good' : 'fault', role: 'status' }, [
            `${file.isSame ? '✓' : '✕'} ${say(file.isSame ? compared.same : compared.other)}`,
            draw('span', { class: 'name' }, [file.name]),
          ])
        : null,
      fileFault ? draw('p', { class: 'fault', role: 'alert' }, [say(fileFault.label)]) : null,
    ]);
  }

  return {
    onChange: (given) => void (tell = given),
    parts() {
      document.title = say(['报告核验', 'Verify a report']);
      const head = draw('p', { class: 'head' }, [say(['报告核验', 'Verify a report'])]);
      if (fault) return [head, failure(fault, () => void load())];
      if (word === null) return [head, verdict('plain', say(['正在核验', 'Verifying']), '')];
      const { tone, word: shown, about } = words[word];
      return [head, verdict(tone, say(shown), say(about)), ...(word === 'unknown' ? [] : [fileCard()])];
    },
  };
}
