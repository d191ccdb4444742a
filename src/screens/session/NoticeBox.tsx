import { chakra } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

const Box = chakra('div', {
  base: {
    display: 'flex',
    gap: 2,
    p: 3,
    border: '1px solid',
    borderRadius: 'md',
    textStyle: 'dense',
    '& > svg': { mt: '2px', flexShrink: 0 },
    '& > div': { flex: 1, minW: 0 },
  },
  variants: {
    kind: {
      warning: { bg: 'warning.subtle', color: 'warning.text', borderColor: 'warning.border' },
      danger: { bg: 'danger.subtle', color: 'danger.text', borderColor: 'danger.border' },
    },
  },
});

export interface NoticeBoxProps {
  readonly kind: 'warning' | 'danger';
  readonly role: 'status' | 'alert';
  readonly icon: LucideIcon;
  readonly children: ReactNode;
}

/** What the login page has to say, with its icon. */
export function NoticeBox({ kind, role, icon: Icon, children }: NoticeBoxProps) {
  return (
    <Box kind={kind} role={role}>
      <Icon size={16} aria-hidden />
      <div>{children}</div>
    </Box>
  );
}
