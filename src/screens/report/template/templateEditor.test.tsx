import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { shippedTemplates } from '#domain/report/shippedTemplates.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { TemplateEditor } from './TemplateEditor.tsx';

const version = { versionNo: 1, state: 2, contentSha256: 'a', editorName: '系统', updateTime: '2026-01-01 08:00:00' };
const detail = {
  id: '7',
  templateId: '7',
  templateName: '无创报告',
  paper: 'A4',
  version: 3,
  versionNo: 1,
  content: shippedTemplates[0]!.content,
  findings: [],
  versions: [{ ...version, releaserName: '李主任', releaseTime: '2026-01-02 08:00:00', reason: '首版' }],
};
const ownFetch = globalThis.fetch;
let page: Mounted;
let previews: unknown[] = [];
beforeEach(() => {
  previews = [];
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    if (pathname.endsWith('report-template/detail')) return Response.json({ code: 200, success: true, data: detail, msg: '' });
    if (!pathname.endsWith('report-template/preview')) return Response.json({ code: 200, success: true, data: [], msg: '' });
    previews.push(JSON.parse(String(init?.body)));
    return Response.json({ code: 422, success: false, data: null, msg: '字库缺少“🙂”' }, { status: 422 });
  };
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});
async function until(isShown: () => boolean): Promise<void> {
  for (let turn = 0; turn < 100 && !isShown(); turn++) await page.settle(30);
}

it('shows blocks, state and versions, asks for the pages of what is drawn, and says why there are none', async () => {
  page = await mount(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <TemplateEditor templateId="7" onClose={() => undefined} />
    </QueryClientProvider>,
  );
  await until(() => page.all('[role=alert]').length > 0);
  expect(page.find('[role=alert]').textContent).toBe('预览未更新: 字库缺少“🙂”');
  expect(previews).toEqual([{ content: detail.content, paper: 'A4', example: null }]);
  expect(page.find('h1').textContent).toBe('无创报告');
  expect(page.root.textContent).toContain('启用 第 1 版');
  expect(page.all('[data-block]')).toHaveLength(detail.content.header.length + detail.content.blocks.length + detail.content.footer.length);
  const tab = page.all('[role=tab]').find((one) => one.textContent?.startsWith('版本'));
  await page.run(() => tab?.click());
  expect(page.root.textContent).toContain('发布 李主任 2026-01-02 08:00:00: 首版');
});
