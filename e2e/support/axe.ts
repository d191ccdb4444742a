import type { Page } from '@playwright/test';
import axe from 'axe-core';

/**
 * What axe finds that is serious, with the first place of each. `part`: what the route brings; the rest was looked at once.
 * It is brought into a page once, stays out of frames, fetches no style sheet again and describes what it finds alone: a third of the time.
 */
export async function faults(page: Page, path: string, part?: string): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source);
  // A colour on its way to another is neither of the two.
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  const violations = await page.evaluate(async (inside) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    const found = await run(inside ? { include: [inside] } : document, {
      runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] },
      resultTypes: ['violations'],
      preload: false,
      iframes: false,
    });
    return found.violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      nodes: nodes.length,
      html: nodes[0]?.html,
      why: nodes[0]?.any[0]?.message,
    }));
  }, part);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes, html, why }) => `${path}: ${id} (${nodes}): ${html?.slice(0, 160)} ${why ?? ''}`);
}
