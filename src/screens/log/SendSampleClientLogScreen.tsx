import { chakra } from '@chakra-ui/react';
import { clientLogVerb, sendSampleClientLog } from '#domain/base/sendSampleClientLog.ts';
import { fillLabel, type Label } from '#domain/kernel/label.ts';
import { useText } from '#src/console/useText.ts';
import { ListScreen } from '#src/resource/ListScreen.tsx';
import type { DrawerState } from '#src/resource/ResourceDrawer.tsx';
import type { WireRow } from '#src/resource/wireRow.ts';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { ChangesTable } from './ChangesTable.tsx';

const wordsOf = (verb: unknown): Label => clientLogVerb.labelOf(verb) ?? ['变更', 'Changed'];

function LogDrawer({ row, onClose }: { readonly row: WireRow; readonly onClose: () => void }) {
  const { label, language } = useText();
  const facts = { name: row.clientName, code: row.clientCode, by: row.createUserName, at: row.createTime };
  return (
    <SideDrawer title={`${label(wordsOf(row.verb))} · ${String(row.clientName)}`} onClose={onClose}>
      <chakra.p textStyle="dense" color="fg.muted" mb={3}>
        {fillLabel(['{code} {name}, {by} 于 {at}', '{code} {name}, by {by} at {at}'], facts, language)}
      </chakra.p>
      <ChangesTable action={`sendSampleClient.${String(row.verb)}`} before={row.before} after={row.after} />
    </SideDrawer>
  );
}
const drawer = ({ row }: DrawerState, close: () => void) => (row ? <LogDrawer row={row} onClose={close} /> : null);

/** 送检单位变更记录: who changed which sending client, with the values before and after. */
export function Screen() {
  return <ListScreen resource={sendSampleClientLog} screen={sendSampleClientLog.screens[0]} drawer={drawer} />;
}
