import 'fake-indexeddb/auto';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { endTour } from '#src/console/tour.ts';
import { mountShell } from './testing/mountShell.tsx';

beforeAll(() => mountShell());

it('is in sight, and tells the day of each role, the keys and the words', async () => {
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: '帮助' }));
  const dialog = await screen.findByRole('dialog', { name: '帮助' });
  for (const role of ['接样员', '录入员', '检验员', '一审员', '报告员', '质量', '结算员', '销售']) expect(dialog.textContent).toContain(role);
  await user.click(screen.getByRole('tab', { name: '按键' }));
  for (const key of ['F2', 'F9', 'Ctrl+Enter', 'Alt+S', 'Ctrl+E']) expect(dialog.textContent).toContain(key);
  await user.click(screen.getByRole('tab', { name: '用语' }));
  for (const word of ['冲突', '待处理', '图钉', '更多项']) expect(dialog.textContent).toContain(word);
});

it('leads through a first day, and is left by Esc at any step', async () => {
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: '开始导览' }));
  const card = await screen.findByRole('dialog', { name: '导览' });
  expect(card.textContent).toContain('1 /');
  await user.click(screen.getByRole('button', { name: '下一步' }));
  expect(card.textContent).toContain('2 /');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog', { name: '导览' })).toBe(null);
  endTour();
});
