import { useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2, Upload } from 'lucide-react';
import { useCallback, useState } from 'react';
import { saveBatch, sheetFields } from '#domain/lab/batch/saveBatch.ts';
import { batchKind, type BatchLine } from '#domain/lab/batch/sheetChoices.ts';
import { generalSheets, mapmiSheets, tngsSheets, type BatchRow, type ImportedSheet } from '#domain/lab/batch/sheetRows.ts';
import { removeBatch, removeMapmi, removeTngs } from '#domain/lab/batch/submitBatch.ts';
import { plateFormat } from '#domain/lab/rules/plate.ts';
import { newRequestId } from '#src/api/request.ts';
import { AskDrawer } from '#src/console/act/AskDrawer.tsx';
import { sendCommand } from '#src/console/act/sendCommand.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { Button } from '#src/ui/Button.tsx';
import { confirm } from '#src/ui/confirm.tsx';
import { notify } from '#src/ui/notify.tsx';
import { ImportSheetDrawer } from './ImportSheetDrawer.tsx';
import { OpenedSheet } from './OpenedSheet.tsx';

const lists = { mapmi: mapmiSheets, tngs: tngsSheets, general: generalSheets } as const;
const removals = { mapmi: removeMapmi, tngs: removeTngs, general: removeBatch } as const;
const isDraft = ({ isSubmit }: BatchRow): boolean => isSubmit === 0;

/** Run sheets of one line: the list, and a sheet to fill, submit, withdraw or print. */
export function SheetScreen({ line }: { readonly line: BatchLine }) {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const [opened, setOpened] = useState<string | null>(null);
  const [asking, setAsking] = useState<'new' | 'import' | null>(null);
  const renew = useCallback((): void => {
    void queries.invalidateQueries({ queryKey: ['call', 'lab'] });
  }, [queries]);
  const open = useCallback(({ ruleId }: BatchRow) => setOpened(ruleId), []);
  const remove = async (rows: readonly BatchRow[], reload: () => void): Promise<void> => {
    const names = rows.map(({ batch }) => batch).join('、');
    if (!(await confirm({ text: ['删除草稿 {names}?', 'Remove the drafts {names}?'], params: { names }, isDanger: true }))) return;
    try {
      await sendCommand(removals[line], { ids: rows.map(({ ruleId }) => ruleId) }, newRequestId());
      notify.success(['已删除', 'Removed']);
    } catch (error) {
      notify.error((error as Error).message);
    }
    reload();
  };
  return (
    <>
      <ListingScreen
        list={lists[line]}
        onOpen={open}
        mayTick={isDraft}
        emptyText={['还没有上机表', 'No run sheets yet']}
        tools={({ ticked, reload }) => (
          <>
            {can(saveBatch.permission) ? (
              <>
                <Button variant="primary" icon={Plus} onClick={() => setAsking('new')}>
                  {label(['新建', 'New'])}
                </Button>
                <Button icon={Upload} onClick={() => setAsking('import')}>
                  {label(['导入', 'Import'])}
                </Button>
              </>
            ) : null}
            {can(removeBatch.permission) ? (
              <Button icon={Trash2} disabled={ticked.length === 0} onClick={() => void remove(ticked, reload)}>
                {label(['删除', 'Remove'])}
              </Button>
            ) : null}
          </>
        )}
      />
      {asking === 'new' ? (
        <AskDrawer
          title={label(['新建上机表', 'New run sheet'])}
          fields={sheetFields}
          values={{ batchKind: batchKind.run, plateFormat: plateFormat.plate96 }}
          act={['新建', 'Create']}
          onAct={async (values) => {
            const made = await sendCommand(saveBatch, { ...values, line, places: [] }, newRequestId());
            renew();
            setOpened(made.ruleId);
          }}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {asking === 'import' ? (
        <ImportSheetDrawer
          line={line}
          onClose={() => setAsking(null)}
          onDone={({ ruleId }: ImportedSheet) => {
            renew();
            if (ruleId) setOpened(ruleId);
          }}
        />
      ) : null}
      {opened ? <OpenedSheet key={opened} ruleId={opened} onChanged={renew} onClose={() => setOpened(null)} /> : null}
    </>
  );
}
