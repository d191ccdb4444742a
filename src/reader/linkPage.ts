import type { Label } from '#domain/kernel/label.ts';
import type { LinkProof, LinkShown, LinkState } from '#domain/report/publicReport.ts';
import { pagesOfPdf } from '#src/offline/blobs/pdfPage.ts';
import { asked, dataOf, draw, failure, faultOf, say, verdict, type Fault, type Page, type Tone } from './parts.ts';

const states: Readonly<Record<Exclude<LinkState, 'open'>, { readonly tone: Tone; readonly word: Label; readonly about: Label }>> = {
  correcting: {
    tone: 'warn',
    word: ['报告更正中', 'Being corrected'],
    about: ['报告正在更正, 暂时不能查看。请稍后再打开此链接。', 'The report is being corrected. Open this link again later.'],
  },
  superseded: {
    tone: 'warn',
    word: ['已更新或撤回', 'Replaced or withdrawn'],
    about: ['请勿再使用此报告, 向发布机构索取最新报告。', 'Do not use this report any more: ask the laboratory for the current one.'],
  },
  expired: {
    tone: 'warn',
    word: ['链接已过期', 'This link has expired'],
    about: ['请向发布机构索取新的链接。', 'Ask the laboratory for a new one.'],
  },
  locked: {
    tone: 'bad',
    word: ['链接已锁定', 'This link is locked'],
    about: [
      '查验码多次不正确, 或无法核对身份。请向发布机构索取新的链接。',
      'The code was wrong too often, or nobody can be told apart by one. Ask the laboratory for a new link.',
    ],
  },
  unknown: {
    tone: 'bad',
    word: ['无此报告', 'No such report'],
    about: ['请核对网址是否完整。', 'Check that the address is whole.'],
  },
};
const asks: Readonly<Record<LinkProof, Label>> = {
  password: ['您的附件密码', 'Your attachment password'],
  document: ['受检者证件号码后 6 位', 'Last six signs of the patient’s document number'],
  phone: ['短信验证码', 'Code by SMS'],
};
/** So wide are pages drawn: sharp on a telephone, also enlarged. */
const pageWidth = 1240;

/** A report by its link: a code is asked, then its pages are shown. Nothing of it is kept. */
export function linkPage(token: string): Page {
  const at = `report-link/${encodeURIComponent(token)}`;
  let tell = (): void => {};
  let shown: LinkShown | null = null;
  let fault: Fault | null = null;
  let wrong: Label | null = null;
  let typed = '';
  let codeId: string | null = null;
  let isBusy = false;
  let report: { readonly file: string; readonly pages: readonly string[] | null } | null = null;

  async function load(): Promise<void> {
    fault = null;
    try {
      shown = await dataOf<LinkShown>(await asked(at));
    } catch (error) {
      fault = faultOf(error);
    }
    tell();
  }
  /** What is done while nothing else is; what spoke against it stands at the field. */
  async function busily(work: () => Promise<void>): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    wrong = null;
    tell();
    try {
      await work();
    } catch (error) {
      const { label, refusal } = faultOf(error);
      wrong = label;
      if (refusal.startsWith('reportLink.') && refusal !== 'reportLink.code') await load();
    } finally {
      isBusy = false;
      tell();
    }
  }
  const sendCode = (): Promise<void> =>
    busily(async () => {
      codeId = (await dataOf<{ id: string }>(await asked(`${at}/send-code`, {}))).id;
    });
  const open = (): Promise<void> =>
    busily(async () => {
      const bytes = new Uint8Array(await (await asked(`${at}/open`, { code: typed, codeId })).arrayBuffer());
      typed = '';
      const file = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
      const pictures = await pagesOfPdf(bytes, pageWidth).catch(() => null);
      report = { file, pages: pictures?.map((picture) => URL.createObjectURL(picture)) ?? null };
    });
  void load();

  function form(proof: LinkProof, phone: string | null): HTMLElement {
    const input = draw('input', {
      id: 'code',
      type: proof === 'password' ? 'password' : 'text',
      inputmode: proof === 'phone' ? 'numeric' : 'text',
      autocomplete: proof === 'phone' ? 'one-time-code' : 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      maxlength: 100,
      'aria-invalid': wrong !== null,
      'aria-describedby': 'wrong',
      oninput: () => (typed = input.value),
    });
    input.value = typed;
    const isAsked = proof !== 'phone' || codeId !== null;
    return draw(
      'form',
      {
        class: 'card',
        onsubmit: (event) => {
          event.preventDefault();
          if (isAsked) void open();
        },
      },
      [
        draw('h1', {}, [say(['打开检验报告', 'Open the report'])]),
        proof === 'phone'
          ? draw('p', {}, [say(['验证码将发送到受检者手机 {phone}', 'A code is sent to the patient’s telephone {phone}'], { phone: phone ?? '' })])
          : null,
        isAsked ? draw('label', { for: 'code' }, [say(asks[proof])]) : null,
        isAsked ? input : null,
        draw('p', { id: 'wrong', class: 'fault', role: 'alert' }, [wrong ? say(wrong) : '']),
        isAsked ? draw('button', { type: 'submit', disabled: isBusy }, [say(isBusy ? ['正在打开', 'Opening'] : ['打开报告', 'Open'])]) : null,
        proof === 'phone'
          ? draw('button', { type: 'button', class: isAsked ? 'second' : '', disabled: isBusy, onclick: () => void sendCode() }, [
              say(isAsked ? ['重新发送验证码', 'Send another code'] : ['发送验证码', 'Send the code']),
            ])
          : null,
        draw('p', { class: 'note' }, [
          say(['请勿在他人设备上打开, 看完请关闭页面。', 'Do not open it on somebody else’s device; close the page when you have read it.']),
        ]),
      ],
    );
  }
  function pages({ file, pages: pictures }: NonNullable<typeof report>): readonly HTMLElement[] {
    return [
      draw('p', { class: 'bar' }, [
        draw('a', { class: 'button second', href: file, download: 'report.pdf' }, [say(['下载 PDF', 'Download the PDF'])]),
      ]),
      ...(pictures?.map((src, index) =>
        draw('img', { src, alt: say(['第 {at} 页, 共 {of} 页', 'Page {at} of {of}'], { at: index + 1, of: pictures.length }) }),
      ) ?? [
        draw('p', { class: 'fault', role: 'alert' }, [
          say(['此浏览器不能显示报告, 请下载后打开。', 'This browser cannot show the report: download it and open the file.']),
        ]),
      ]),
    ];
  }

  return {
    onChange: (given) => void (tell = given),
    parts() {
      document.title = say(['检验报告', 'Laboratory report']);
      if (fault) return [failure(fault, () => void load())];
      if (report) return pages(report);
      if (!shown) return [verdict('plain', say(['请稍候', 'One moment']), '')];
      if (shown.state === 'open' && shown.proof) return [form(shown.proof, shown.phone)];
      const { tone, word, about } = states[shown.state === 'open' ? 'locked' : shown.state];
      return [verdict(tone, say(word), say(about))];
    },
  };
}
