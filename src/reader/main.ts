import './reader.css';
import { linkPage } from './linkPage.ts';
import { draw, isChinese, setLanguage } from './parts.ts';
import { verifyPage } from './verifyPage.ts';

/**
 * The pages of readers without account (docs/report.md#verification, #links): no login, no shell, nothing kept on the device, and little to load
 * over a telephone.
 */
const root = document.getElementById('reader');
const [, kind = '', token = ''] = /^\/(verify|r)\/([^/]+)\/?$/.exec(location.pathname) ?? [];
const page = kind === 'r' ? linkPage(token) : verifyPage(token);

function show(): void {
  if (!root) return;
  const language = draw('button', { type: 'button', class: 'language', onclick: () => (setLanguage(!isChinese()), show()) }, [
    ['中文', 'English'][isChinese() ? 1 : 0] ?? '',
  ]);
  document.documentElement.lang = isChinese() ? 'zh-CN' : 'en';
  // Who was typing goes on there.
  const typedIn = document.activeElement?.id;
  root.replaceChildren(language, ...page.parts());
  if (typedIn) document.getElementById(typedIn)?.focus();
}
page.onChange(show);
show();
