import { ChartColumn } from 'lucide-react';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';

/** Folds the chart of a list away, so that more rows are in sight. */
export function ChartToggle({ isDrawn, onChange }: { readonly isDrawn: boolean; readonly onChange: (next: boolean) => void }) {
  const { label } = useText();
  return (
    <Button size="sm" variant="ghost" icon={ChartColumn} aria-pressed={isDrawn} onClick={() => onChange(!isDrawn)}>
      {label(isDrawn ? ['收起图', 'Hide the chart'] : ['显示图', 'Show the chart'])}
    </Button>
  );
}
