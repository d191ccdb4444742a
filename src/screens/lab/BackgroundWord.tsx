import { useText } from '#src/console/useText.ts';
import { Tag } from '#src/ui/Tag.tsx';

export interface BackgroundWordProps {
  readonly finding: { readonly controlTimes: number | null; readonly isBackground: number };
}

/** How a finding stands to the negative control of its run; nothing where it was not compared. */
export function BackgroundWord({ finding: { controlTimes, isBackground } }: BackgroundWordProps) {
  const { label } = useText();
  const times = controlTimes === null ? null : Math.floor(controlTimes * 100) / 100;
  if (isBackground === 1)
    return (
      <Tag tone="warning">
        {times === null
          ? label(['背景: 阴性对照也检出', 'Background: in the negative control, too'])
          : label(['背景: 阴性对照的 {times} 倍', 'Background: {times} times the negative control'], { times })}
      </Tag>
    );
  return times === null ? null : <span>{label(['阴性对照的 {times} 倍', '{times} times the negative control'], { times })}</span>;
}
