import { chakra } from '@chakra-ui/react';
import { MonitorX } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { useDeskAlarms } from './useDeskAlarms.ts';
import { useText } from './useText.ts';

const Pill = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1.5,
    h: '28px',
    px: 2,
    flexShrink: 0,
    border: '1px solid',
    borderRadius: 'full',
    textStyle: 'dense',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    bg: 'danger.subtle',
    borderColor: 'danger.border',
    '&&': { color: 'danger.text' },
  },
});

/** Stands in the top bar while a desk is silent and something of it is missing; opens the list of desks. */
export function DeskAlarm() {
  const { label } = useText();
  const navigate = useNavigate();
  const count = useDeskAlarms() ?? 0;
  if (count === 0) return null;
  const text = label(['{count} 台前台失联', '{count} silent desks'], { count });
  return (
    <Pill
      type="button"
      aria-label={text}
      data-tip={label(['前台失联且有操作未到达', 'Desks are silent and acts of theirs are missing'])}
      data-testid="desk-alarm"
      onClick={() => void navigate('/desk/devices')}
    >
      <MonitorX size={14} aria-hidden />
      <span>{text}</span>
    </Pill>
  );
}
