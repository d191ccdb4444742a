import { chakra } from '@chakra-ui/react';
import { Compass } from 'lucide-react';
import { startTour, tourSeenKey } from '#src/console/tour.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { useRemembered } from '#src/ui/remembered.ts';

/** Offers the tour until somebody has taken or declined it; the help has it ever after. */
export function FirstDay() {
  const { label } = useText();
  const [isSeen, setSeen] = useRemembered(tourSeenKey, false);
  if (isSeen) return null;
  return (
    <chakra.section
      display="flex"
      flexWrap="wrap"
      gap={3}
      alignItems="center"
      px={3}
      py={2}
      borderRadius="md"
      border="1px solid"
      borderColor="info.border"
      bg="info.subtle"
      textStyle="dense"
      data-first-day
    >
      <chakra.span flex="1 1 220px">
        {label([
          '第一天使用? 一分钟看完菜单、扫描、保存和断网时怎么办。',
          'Your first day? A minute about the menu, scanning, saving and work without a network.',
        ])}
      </chakra.span>
      <Button
        size="sm"
        variant="primary"
        icon={Compass}
        onClick={() => {
          setSeen(true);
          startTour();
        }}
      >
        {label(['开始导览', 'Start the tour'])}
      </Button>
      <Button size="sm" variant="ghost" onClick={() => setSeen(true)}>
        {label(['不用了', 'No, thanks'])}
      </Button>
    </chakra.section>
  );
}
