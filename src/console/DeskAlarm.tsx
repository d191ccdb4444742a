import { MonitorX } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { Pill } from './Pill.tsx';
import { useDeskAlarms } from './useDeskAlarms.ts';
import { useText } from './useText.ts';

/** Stands in the top bar while a desk is silent and something of it is missing; opens the list of desks. */
export function DeskAlarm() {
  const { label } = useText();
  const navigate = useNavigate();
  const { count } = useDeskAlarms();
  if (count === 0) return null;
  const text = label(['{count} 台前台失联', '{count} silent desks'], { count });
  return (
    <Pill
      type="button"
      tone="danger"
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
