import type { TextKey } from '#src/console/messages.ts';
import { isTyped } from '#src/ui/isTyped.ts';

export type ShellAct = 'help' | 'search' | 'menuSearch' | 'sidebar' | 'home' | 'previousTab' | 'nextTab' | 'closeTab' | 'tray' | 'lock' | 'sample';
export interface ShellKey {
  readonly act: ShellAct;
  /** As people read it. */
  readonly shown: string;
  readonly text: TextKey;
  readonly matches: (event: KeyboardEvent) => boolean;
}

/** By place on the keyboard (`code`), so that an input method or another layout does not change it. */
const alt =
  (code: string) =>
  (event: KeyboardEvent): boolean =>
    event.altKey && !event.ctrlKey && !event.metaKey && event.code === code;

/** The keys of the shell; none of them types a character, but `?`, which does not act where one types. */
export const shellKeys: readonly ShellKey[] = [
  { act: 'help', shown: '?', text: 'keys.help', matches: (event) => event.key === '?' && !event.ctrlKey && !event.altKey && !isTyped(event.target) },
  {
    act: 'search',
    shown: 'Ctrl+K',
    text: 'keys.search',
    matches: (event) => (event.ctrlKey || event.metaKey) && !event.altKey && event.code === 'KeyK',
  },
  { act: 'menuSearch', shown: 'Alt+K', text: 'keys.menuSearch', matches: alt('KeyK') },
  { act: 'sidebar', shown: 'Alt+M', text: 'keys.sidebar', matches: alt('KeyM') },
  { act: 'home', shown: 'Alt+H', text: 'act.goHome', matches: alt('KeyH') },
  { act: 'tray', shown: 'Alt+O', text: 'keys.tray', matches: alt('KeyO') },
  {
    act: 'sample',
    shown: 'F6',
    text: 'keys.sample',
    matches: (event) => event.key === 'F6' && !event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey,
  },
  { act: 'lock', shown: 'Alt+L', text: 'keys.lock', matches: alt('KeyL') },
  { act: 'previousTab', shown: 'Alt+[', text: 'keys.previousTab', matches: alt('BracketLeft') },
  { act: 'nextTab', shown: 'Alt+]', text: 'keys.nextTab', matches: alt('BracketRight') },
  { act: 'closeTab', shown: 'Alt+W', text: 'keys.closeTab', matches: alt('KeyW') },
];
