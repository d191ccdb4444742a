import { chakra } from '@chakra-ui/react';
import { useText } from '#src/console/useText.ts';
import { Badge } from '#src/ui/Tag.tsx';

const Row = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 2,
    w: 'full',
    px: 2,
    py: 1,
    borderRadius: 'sm',
    textAlign: 'start',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted' },
    _focusVisible: { outline: '2px solid {colors.accent.focus}', outlineOffset: '-2px' },
    '&[aria-pressed=true]': { bg: 'accent.subtle', color: 'accent.text', fontWeight: 'medium' },
  },
});

export interface AuditGroup {
  readonly panelGroupId: string;
  readonly panelGroup: string | null;
  readonly countNumber: number;
  readonly clearCount: number;
  readonly overdueCount: number;
}
export interface GroupListProps {
  readonly groups: readonly AuditGroup[] | undefined;
  /** null: all. */
  readonly chosen: string | null;
  readonly onChoose: (panelGroupId: string | null) => void;
}

/** Panel groups with what awaits an audit in each; overdue ones stand out. */
export function GroupList({ groups, chosen, onChoose }: GroupListProps) {
  const { label } = useText();
  const total = groups?.reduce((sum, { countNumber }) => sum + countNumber, 0) ?? 0;
  const overdue = groups?.reduce((sum, { overdueCount }) => sum + overdueCount, 0) ?? 0;
  const line = (id: string | null, name: string, count: number, late: number) => (
    <Row key={id ?? 'all'} type="button" aria-pressed={chosen === id} onClick={() => onChoose(id)}>
      <chakra.span flex={1} minW={0} truncate>
        {name}
      </chakra.span>
      {late > 0 ? (
        <Badge tone="danger" title={label(['已超期 {count}', '{count} overdue'], { count: late })}>
          {late}
        </Badge>
      ) : null}
      <chakra.span textStyle="mono">{count}</chakra.span>
    </Row>
  );
  return (
    <>
      {line(null, label(['全部项目组', 'All panel groups']), total, overdue)}
      {groups?.map(({ panelGroupId, panelGroup, countNumber, overdueCount }) =>
        line(panelGroupId, panelGroup ?? panelGroupId, countNumber, overdueCount),
      )}
    </>
  );
}
