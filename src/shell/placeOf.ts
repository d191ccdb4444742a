import type { ConsoleUser } from '#src/console/useSession.ts';

/** Whom a person works for and in which laboratory, as far as both are known. */
export const placeOf = (user: ConsoleUser | null): string => [user?.organisation, user?.laboratoryName].filter(Boolean).join(' · ');
