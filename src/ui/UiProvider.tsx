import { ChakraProvider } from '@chakra-ui/react';
import { type ReactNode, useEffect } from 'react';
import type { Language } from '#domain/kernel/label.ts';
import { ConfirmHost } from './confirm.tsx';
import { LanguageContext } from './language.ts';
import { NoticeHost } from './notify.tsx';
import { PreferenceOwnerContext } from './remembered.ts';
import { guardScans } from './scan/scanGuard.ts';
import { system } from './theme/system.ts';
import { TipHost } from './Tip.tsx';

export interface UiProviderProps {
  readonly language: Language;
  /** The signed-in user's id: preferences (columns, page size, density) are remembered for them. */
  readonly userId?: string;
  readonly children: ReactNode;
}

/** Theme, language, questions, notices, tips and the guard of scans: once, around everything. */
export function UiProvider({ language, userId = '', children }: UiProviderProps) {
  useEffect(guardScans, []);
  return (
    <ChakraProvider value={system}>
      <LanguageContext value={language}>
        <PreferenceOwnerContext value={userId}>
          {children}
          <ConfirmHost />
          <NoticeHost />
          <TipHost />
        </PreferenceOwnerContext>
      </LanguageContext>
    </ChakraProvider>
  );
}
