import { useState } from 'react';
import { useText } from '#src/console/useText.ts';

/** Ticked lines of a short list in a drawer: which, and a box for each. */
export function useTickedLines() {
  const { label } = useText();
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const box = (lineId: string, sampleCode: string) => (
    <input
      type="checkbox"
      aria-label={label(['选择 {code}', 'Choose {code}'], { code: sampleCode })}
      checked={ticked.includes(lineId)}
      onChange={(event) => {
        const { checked } = event.currentTarget;
        setTicked((before) => (checked ? [...before, lineId] : before.filter((one) => one !== lineId)));
      }}
    />
  );
  return { ticked, box, clear: () => setTicked([]) };
}
