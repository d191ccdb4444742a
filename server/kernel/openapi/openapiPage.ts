import type { OpenApi, Operation } from './openapi.ts';
import { plainText } from '#server/kernel/core/plainText.ts';

const style = `
:root{color-scheme:light dark;font:14px/1.5 system-ui,"PingFang SC","Microsoft YaHei",sans-serif}
body{margin:0 auto;max-width:1080px;padding:24px}
h1{font-size:22px}h2{font-size:16px;margin:28px 0 8px;border-bottom:1px solid #8884}
details{border:1px solid #8884;border-radius:6px;margin:6px 0}summary{cursor:pointer;padding:8px 12px}
summary code{font-weight:600}summary b{display:inline-block;width:48px;font-size:12px}
.get b{color:#0a7d4f}.post b{color:#a35b00}section{padding:0 12px 12px}
table{border-collapse:collapse;width:100%}td,th{border:1px solid #8883;padding:3px 8px;text-align:left;vertical-align:top}
pre{overflow:auto;background:#8881;padding:8px;border-radius:4px}nav a{margin-right:12px}`;

const escaped = (text: unknown): string => plainText(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The contract as a page without any script or foreign file, so that it works under the strictest policy. */
export function apiPage(api: OpenApi): string {
  const byTag = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(api.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags[0] ?? '';
      byTag.set(tag, [...(byTag.get(tag) ?? []), operationHtml(path, method, operation)]);
    }
  }
  const tags = [...byTag.keys()].sort();
  const info = api['info'] as { title: string; version: string; description: string };
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(info.title)} API</title><style>${style}</style></head><body>
<h1>${escaped(info.title)} API ${escaped(info.version)}</h1><p>${escaped(info.description)} <a href="/api/openapi.json">openapi.json</a></p>
<nav>${tags.map((tag) => `<a href="#${encodeURIComponent(tag)}">${escaped(tag)}</a>`).join('')}</nav>
${tags.map((tag) => `<h2 id="${encodeURIComponent(tag)}">${escaped(tag)}</h2>${byTag.get(tag)!.join('')}`).join('')}
</body></html>`;
}

function operationHtml(path: string, method: string, operation: Operation): string {
  const rows = (operation.parameters ?? []).map(
    (one) =>
      `<tr><td><code>${escaped(one['name'])}</code></td><td>${escaped(one['in'])}${one['required'] ? ' *' : ''}</td><td>${escaped(one['description'])}</td></tr>`,
  );
  const body = (operation.requestBody as { content?: Record<string, { schema: unknown }> } | undefined)?.content?.['application/json']?.schema;
  return `<details class="${method}"><summary><b>${method.toUpperCase()}</b> <code>${escaped(path)}</code> ${escaped(operation.summary)}</summary><section>
<pre>${escaped(operation.description)}</pre>${rows.length > 0 ? `<table><tr><th>parameter</th><th>in</th><th></th></tr>${rows.join('')}</table>` : ''}
${body ? `<p>body</p><pre>${escaped(JSON.stringify(body, null, 1))}</pre>` : ''}</section></details>`;
}
