import { useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { UiProvider } from '#src/ui/UiProvider.tsx';
import { loadScreen, type ScreenLoader } from './loadScreen.ts';
import { ScreenHost } from './ScreenHost.tsx';

it('shows a screen that somebody else has fetched between its first look and its own start', async () => {
  const load: ScreenLoader = async () => ({ Screen: () => <p>fetched</p> });
  // What a login page does: it fetches what is behind it while the person types. Layout effects come after the first look, before the start.
  function Meanwhile() {
    useLayoutEffect(() => void loadScreen(load), []);
    return null;
  }
  const root = document.createElement('div');
  document.body.append(root);
  const view = createRoot(root);
  view.render(
    <UiProvider language="zh" userId="">
      <Meanwhile />
      <ScreenHost load={load} />
    </UiProvider>,
  );
  await vi.waitFor(() => expect(root.textContent).toBe('fetched'), { timeout: 5_000 });
  view.unmount();
  root.remove();
});
