import { Bookmark, BookmarkCheck } from 'lucide-react';
import { useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import type { ListViewContent } from '#domain/system/savedView.ts';
import type { SavedView } from '#domain/system/savedViewCalls.ts';
import { Button } from '#src/ui/Button.tsx';
import { useSay } from '#src/ui/language.ts';
import { MenuButton } from '#src/ui/MenuButton.tsx';
import { SavedViewsDrawer } from './SavedViewsDrawer.tsx';
import { useSavedViews } from './useSavedViews.ts';

export interface SavedViewsProps {
  readonly saved: ReturnType<typeof useSavedViews>;
  /** What the list shows now. */
  readonly content: ListViewContent;
  readonly onApply: (view: SavedView) => void;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

/** The same rows in the same order; columns may differ. */
const isSame = (one: ListViewContent, other: ListViewContent): boolean => {
  const text = ({ search, sort }: ListViewContent): string =>
    JSON.stringify([Object.entries(search).toSorted(([a], [b]) => (a < b ? -1 : 1)), sort && [sort.key, sort.isDescending]]);
  return text(one) === text(other);
};

/** 视图: what a person saved of this list, to be chosen; and the way to save, rename and remove. */
export function SavedViews({ saved, content, onApply, isOpen, onOpen }: SavedViewsProps) {
  const say = useSay();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const alike = saved.views.filter((view) => isSame(view.content, content));
  const chosen = alike.find(({ id }) => id === chosenId) ?? alike[0];
  const apply = (view: SavedView): void => {
    setChosenId(view.id);
    onApply(view);
  };
  const note = ({ isShared, isDefault }: SavedView): Label => [
    `${isShared ? ' (共用)' : ''}${isDefault ? ' (默认)' : ''}`,
    `${isShared ? ' (shared)' : ''}${isDefault ? ' (default)' : ''}`,
  ];
  return (
    <>
      <MenuButton
        label={['视图', 'Views']}
        trigger={
          <Button size="sm" variant="ghost" icon={chosen ? BookmarkCheck : Bookmark} data-testid="saved-views" style={{ maxWidth: 180 }}>
            <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{chosen ? chosen.name : say(['视图', 'Views'])}</span>
          </Button>
        }
        acts={[
          ...(saved.retry
            ? [
                {
                  key: 'failed',
                  label: ['已保存的视图读取失败,点此重试', 'The saved views could not be read: try again'] as const,
                  onAct: saved.retry,
                },
              ]
            : []),
          ...saved.views.map((view) => ({
            key: view.id,
            label: [`${view.name}${note(view)[0]}`, `${view.name}${note(view)[1]}`] as const,
            isChosen: view.id === chosen?.id,
            onAct: () => apply(view),
          })),
          {
            key: 'manage',
            label: ['保存与管理视图', 'Save and manage views'] as const,
            isNewGroup: saved.views.length > 0 || saved.retry !== null,
            keyHint: 'Alt+S',
            onAct: () => onOpen(true),
          },
        ]}
      />
      {isOpen ? <SavedViewsDrawer saved={saved} content={content} onApply={apply} onClose={() => onOpen(false)} /> : null}
    </>
  );
}
