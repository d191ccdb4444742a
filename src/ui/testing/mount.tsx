import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Language } from '#domain/kernel/label.ts';
import { UiProvider } from '../UiProvider.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

/** What a component test holds: the page, and hands to use it. */
export interface Mounted {
  readonly root: HTMLElement;
  readonly find: <E extends HTMLElement = HTMLElement>(selector: string) => E;
  readonly all: (selector: string) => HTMLElement[];
  /** Presses a key on whatever has the focus; `Shift+`, `Ctrl+` and `Alt+` before it. */
  readonly press: (chord: string) => Promise<void>;
  /** Types into the focused input, as a person would: replaces what is selected. */
  readonly type: (text: string) => Promise<void>;
  readonly click: (selector: string) => Promise<void>;
  readonly focus: (selector: string) => Promise<void>;
  readonly settle: (ms?: number) => Promise<void>;
  /** Does something to the component from outside. */
  readonly run: (work: () => void) => Promise<void>;
  readonly unmount: () => Promise<void>;
}

/** What is on the page, by how to take it off. */
const mounted = new Set<() => Promise<void>>();
export async function unmountAll(): Promise<void> {
  for (const unmount of mounted) await unmount();
}

const setValue = (input: HTMLInputElement | HTMLTextAreaElement, value: string): void => {
  // React watches the property of the instance; the prototype's own setter goes past it.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
};

/** Puts a component on a page with the real theme, questions and notices around it. */
export async function mount(
  children: ReactNode,
  { language = 'zh', userId = 'u1' }: { language?: Language; userId?: string } = {},
): Promise<Mounted> {
  const root = document.createElement('div');
  document.body.append(root);
  const view = createRoot(root);
  await act(async () => {
    view.render(
      <UiProvider language={language} userId={userId}>
        {children}
      </UiProvider>,
    );
  });
  const find = <E extends HTMLElement = HTMLElement>(selector: string): E => {
    const found = document.querySelector<E>(selector);
    if (!found) throw new Error(`nothing matches ${selector}`);
    return found;
  };
  const unmount = async (): Promise<void> => {
    mounted.delete(unmount);
    await act(async () => view.unmount());
    root.remove();
  };
  mounted.add(unmount);
  const settle = (ms = 0): Promise<void> => act(async () => new Promise<void>((resolve) => setTimeout(resolve, ms)));
  return {
    root,
    run: (work) => act(async () => work()),
    find,
    settle,
    all: (selector) => [...document.querySelectorAll<HTMLElement>(selector)],
    press: async (chord) => {
      const [key = '', ...modifiers] = chord.split('+').toReversed();
      await act(async () => {
        const target = document.activeElement ?? document.body;
        const init = {
          key: key === 'Space' ? ' ' : key,
          code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key,
          bubbles: true,
          cancelable: true,
          shiftKey: modifiers.includes('Shift'),
          ctrlKey: modifiers.includes('Ctrl'),
          altKey: modifiers.includes('Alt'),
        };
        target.dispatchEvent(new KeyboardEvent('keydown', init));
      });
      await settle();
    },
    type: async (text) => {
      await act(async () => setValue(document.activeElement as HTMLInputElement, text));
      await settle();
    },
    click: async (selector) => {
      await act(async () => find(selector).click());
      await settle();
    },
    focus: async (selector) => {
      await act(async () => find(selector).focus());
      await settle();
    },
    unmount,
  };
}
