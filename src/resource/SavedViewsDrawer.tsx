import { chakra } from '@chakra-ui/react';
import { type FormEvent, useId, useState } from 'react';
import { type ListViewContent, shareViewPermission } from '#domain/system/savedView.ts';
import type { SavedView } from '#domain/system/savedViewCalls.ts';
import { useSession } from '#src/console/useSession.ts';
import { Button } from '#src/ui/Button.tsx';
import { confirm } from '#src/ui/confirm.tsx';
import { useSay } from '#src/ui/language.ts';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { failureOf } from './failure.ts';
import type { useSavedViews } from './useSavedViews.ts';

export interface SavedViewsDrawerProps {
  readonly saved: Omit<ReturnType<typeof useSavedViews>, 'retry'>;
  readonly content: ListViewContent;
  readonly onApply: (view: SavedView) => void;
  readonly onClose: () => void;
}

const Form = chakra('form', { base: { display: 'flex', flexDirection: 'column', gap: 2, pb: 3, borderBottom: 'hairline', textStyle: 'dense' } });
const Name = chakra('input', {
  base: { h: 'control', px: 2, border: '1px solid', borderColor: 'border.input', borderRadius: 'md', bg: 'bg.panel', w: 'full' },
});
const Check = chakra('label', { base: { display: 'inline-flex', alignItems: 'center', gap: 2, cursor: 'pointer' } });
const List = chakra('ul', { base: { listStyle: 'none', m: 0, p: 0 } });
const Line = chakra('li', {
  base: {
    py: 2,
    borderBottom: 'hairline',
    textStyle: 'dense',
    '& > div': { display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 },
    '& b': { fontWeight: 'semibold', overflowWrap: 'anywhere' },
    '& small': { textStyle: 'note', color: 'fg.muted', ml: 2 },
  },
});
const longestName = 40;

/** The present state under a name, and what is there already: applied, made the default, renamed, renewed, removed. */
export function SavedViewsDrawer({ saved, content, onApply, onClose }: SavedViewsDrawerProps) {
  const say = useSay();
  const nameId = useId();
  const { can } = useSession();
  const mayShare = can(shareViewPermission);
  const [name, setName] = useState('');
  const [isDefault, setDefault] = useState(false);
  const [isShared, setShared] = useState(false);
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>): Promise<boolean> => {
    setBusy(true);
    setFault('');
    try {
      await work();
      return true;
    } catch (error) {
      setFault(failureOf(error).message);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (name.trim() === '') return setFault(say(['请输入视图名称', 'Enter a name']));
    if (!(await run(() => saved.save({ name: name.trim(), content, isShared, isDefault })))) return;
    setName('');
    setDefault(false);
    setShared(false);
  };
  return (
    <SideDrawer title={say(['视图', 'Views'])} size="sm" onClose={onClose}>
      <Form onSubmit={(event) => void save(event)} noValidate>
        <label htmlFor={nameId}>{say(['将当前条件、列和排序保存为', 'Save the present conditions, columns and order as'])}</label>
        <Name id={nameId} value={name} maxLength={longestName} onChange={(event) => setName(event.target.value)} autoComplete="off" />
        <Check>
          <input type="checkbox" checked={isDefault} onChange={(event) => setDefault(event.target.checked)} />
          {say(['打开列表时默认使用', 'Open the list with it'])}
        </Check>
        {mayShare ? (
          <Check>
            <input type="checkbox" checked={isShared} onChange={(event) => setShared(event.target.checked)} />
            {say(['提供给所有人', 'Offer it to everybody'])}
          </Check>
        ) : null}
        {fault ? (
          <chakra.span role="alert" textStyle="note" color="danger.text">
            {fault}
          </chakra.span>
        ) : null}
        <div>
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {say(['保存视图', 'Save view'])}
          </Button>
        </div>
        <chakra.small textStyle="note" color="fg.muted">
          {say(['受检者信息不随视图保存。', 'What tells who a patient is is never saved.'])}
        </chakra.small>
      </Form>
      <List>
        {saved.views.map((view) => (
          <ViewLine
            key={view.id}
            view={view}
            mayChange={view.isShared ? mayShare : view.isOwn}
            isBusy={isBusy}
            onApply={() => {
              onApply(view);
              onClose();
            }}
            onRename={(next) => run(() => saved.save({ id: view.id, name: next, content: view.content, isShared: view.isShared }))}
            onRenew={() => run(() => saved.save({ id: view.id, name: view.name, content, isShared: view.isShared }))}
            onDefault={() => run(() => saved.setDefault(view.isDefault ? null : view.id))}
            onRemove={async () => {
              const isMeant = await confirm({
                text: ['删除视图「{name}」?', 'Remove the view "{name}"?'],
                params: { name: view.name },
                isDanger: true,
              });
              return isMeant && run(() => saved.remove(view.id));
            }}
          />
        ))}
      </List>
    </SideDrawer>
  );
}

interface ViewLineProps {
  readonly view: SavedView;
  readonly mayChange: boolean;
  readonly isBusy: boolean;
  readonly onApply: () => void;
  readonly onRename: (name: string) => Promise<boolean>;
  readonly onRenew: () => Promise<boolean>;
  readonly onDefault: () => Promise<boolean>;
  readonly onRemove: () => Promise<boolean>;
}

function ViewLine({ view, mayChange, isBusy, onApply, onRename, onRenew, onDefault, onRemove }: ViewLineProps) {
  const say = useSay();
  const [draft, setDraft] = useState<string | null>(null);
  const rename = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const next = draft?.trim() ?? '';
    if (next === '' || next === view.name || (await onRename(next))) setDraft(null);
  };
  return (
    <Line data-view={view.name}>
      {draft === null ? (
        <>
          <b>{view.name}</b>
          <small>
            {[
              ...(view.isDefault ? [say(['默认', 'default'])] : []),
              ...(view.isShared ? [say(['共用 · {by}', 'shared · {by}'], { by: view.userName })] : []),
            ].join(' · ')}
          </small>
        </>
      ) : (
        <form onSubmit={(event) => void rename(event)} style={{ display: 'flex', gap: 8 }}>
          <Name aria-label={say(['新名称', 'New name'])} value={draft} maxLength={longestName} onChange={(event) => setDraft(event.target.value)} />
          <Button type="submit">{say(['确定', 'OK'])}</Button>
        </form>
      )}
      <div>
        <Button size="sm" onClick={onApply}>
          {say(['应用', 'Apply'])}
        </Button>
        <Button size="sm" disabled={isBusy} onClick={() => void onDefault()}>
          {say(view.isDefault ? ['取消默认', 'No default'] : ['设为默认', 'Make default'])}
        </Button>
        {mayChange ? (
          <>
            <Button size="sm" disabled={isBusy} onClick={() => setDraft(draft === null ? view.name : null)}>
              {say(['改名', 'Rename'])}
            </Button>
            <Button size="sm" disabled={isBusy} onClick={() => void onRenew()}>
              {say(['更新为当前', 'Update'])}
            </Button>
            <Button size="sm" disabled={isBusy} onClick={() => void onRemove()}>
              {say(['删除', 'Delete'])}
            </Button>
          </>
        ) : null}
      </div>
    </Line>
  );
}
