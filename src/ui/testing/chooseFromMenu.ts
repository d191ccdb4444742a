import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, vi } from 'vitest';

/** Chooses from the menu that is opening, by keyboard: a press of the mouse before the menu has the focus chooses nothing. */
export async function chooseFromMenu(user: UserEvent, item: string): Promise<void> {
  await screen.findByRole('menuitem', { name: new RegExp(item) });
  const isAt = (): boolean => (document.querySelector('[role=menuitem][data-highlighted]')?.textContent ?? '').startsWith(item);
  await vi.waitFor(async () => {
    if (!isAt()) await user.keyboard('{ArrowDown}');
    expect(isAt()).toBe(true);
  });
  await user.keyboard('{Enter}');
}
