import { chakra } from '@chakra-ui/react';

/** A table of what an auditor looks at, as dense as its screen. */
export const AuditTable = chakra('table', {
  base: {
    w: 'full',
    textStyle: 'dense',
    '& th': { textAlign: 'start', color: 'fg.muted', fontWeight: 'normal' },
    '& td, & th': { borderBottom: 'hairline', px: 2, py: 1 },
  },
});
