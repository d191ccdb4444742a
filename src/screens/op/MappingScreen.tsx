import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, ListTree, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { pick } from '#domain/kernel/listing.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import { unmappedValues, type UnmappedRow } from '#domain/op/interfaceCalls.ts';
import { parameterMapping } from '#domain/op/parameterMapping.ts';
import { isSealed } from '#domain/system/dict.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { ListScreen } from '#src/resource/ListScreen.tsx';
import { ResourceDrawer } from '#src/resource/ResourceDrawer.tsx';
import { resourceKey } from '#src/resource/useResourceList.ts';
import type { WireRow } from '#src/resource/wireRow.ts';
import { Button } from '#src/ui/Button.tsx';
import { TabList, tabPanel } from '#src/ui/TabList.tsx';
import type { RowAct } from '#src/ui/table/column.ts';

const [screen] = parameterMapping.screens;
const panelId = 'parameter-mapping';
const tabs = [
  { key: 'sets', title: ['参数集合', 'Sets'] },
  { key: 'unmapped', title: ['未映射的值', 'Values without a mapping'] },
] as const;
type Tab = (typeof tabs)[number]['key'];

/** A set has no partner's value, a pair no code of its own: each form asks for what it has. */
const setResource: Resource = {
  ...parameterMapping,
  display: { name: 'dictValue', code: 'code' },
  fields: pick(parameterMapping.fields, 'code', 'dictValue', 'sort', 'isSealed', 'remark'),
};
const pairResource: Resource = {
  ...parameterMapping,
  fields: {
    dictKey: { ...parameterMapping.fields.dictKey, help: ['对方报文中的值', "The partner's value"] },
    dictValue: { ...parameterMapping.fields.dictValue, help: ['对应的我方值', 'Ours that it stands for'] },
    // Not asked for, but sent: without its set a pair would be saved as one.
    ...pick(parameterMapping.fields, 'parentId', 'sort', 'isSealed', 'remark'),
  },
};

/** 参数配置: what partners call our codes, set by set, and what they said that nothing stands for yet. */
export function Screen() {
  const [params, setParams] = useSearchParams();
  const tab: Tab = params.get('tab') === 'unmapped' ? 'unmapped' : 'sets';
  const setId = params.get('set');
  const open = (id: string): void => setParams({ set: id });
  return (
    <chakra.div display="flex" flexDirection="column" h="full" minH={0}>
      <TabList
        label={['参数配置', 'Parameter mapping']}
        tabs={tabs}
        chosen={tab}
        panelId={panelId}
        onChoose={(key) => setParams(key === 'sets' ? {} : { tab: key }, { replace: true })}
      />
      <chakra.div {...tabPanel(panelId, tab)} flex={1} minH={0} pt={2} display="flex" flexDirection="column">
        {tab === 'unmapped' ? <Unmapped /> : setId ? <Pairs key={setId} setId={setId} onBack={() => setParams({})} /> : <Sets onOpen={open} />}
      </chakra.div>
    </chakra.div>
  );
}

function Sets({ onOpen }: { readonly onOpen: (id: string) => void }) {
  const acts = useMemo(
    (): readonly RowAct<WireRow>[] => [{ key: 'pairs', label: ['明细', 'Pairs'], icon: ListTree, onAct: ({ id }) => onOpen(String(id)) }],
    [onOpen],
  );
  return (
    <ListScreen
      resource={setResource}
      screen={{ route: screen.route, title: screen.title }}
      acts={acts}
      emptyText={['还没有参数集合', 'No set yet']}
    />
  );
}

/** The pairs of one set. */
function Pairs({ setId, onBack }: { readonly setId: string; readonly onBack: () => void }) {
  const { label } = useText();
  const { data } = useAsked('GET op/parameter-mapping/list', { ids: setId });
  const set = data?.records[0];
  const pairScreen = useMemo(
    () => ({ route: `${screen.route}/pairs`, title: ['参数配置明细', 'Pairs of a set'] as const, fixed: { parentId: setId } }),
    [setId],
  );
  return (
    <>
      <chakra.div display="flex" gap={3} alignItems="center" pb={2}>
        <Button size="sm" icon={ArrowLeft} onClick={onBack}>
          {label(['返回集合', 'Back to the sets'])}
        </Button>
        <chakra.span fontFamily="mono">{String(set?.code ?? '')}</chakra.span>
        <chakra.span>{String(set?.dictValue ?? '')}</chakra.span>
      </chakra.div>
      <chakra.div flex={1} minH={0}>
        <ListScreen
          resource={pairResource}
          screen={pairScreen}
          without={['export', 'import']}
          emptyText={['还没有明细; 键值是对方的值, 名称是我方的值', "No pairs yet; the key is the partner's value, the name ours"]}
        />
      </chakra.div>
    </>
  );
}

/** What partners said that no pair stands for; one is made of it in place. */
function Unmapped() {
  const { can } = useSession();
  const queries = useQueryClient();
  const [row, setRow] = useState<UnmappedRow | null>(null);
  const acts = useMemo(
    (): readonly RowAct<UnmappedRow>[] =>
      can('parameterMapping_save') ? [{ key: 'map', label: ['映射', 'Map'], icon: Plus, isShown: ({ setId }) => setId !== null, onAct: setRow }] : [],
    [can],
  );
  return (
    <>
      <ListingScreen list={unmappedValues} acts={acts} emptyText={['没有未映射的值', 'Every value has its pair']} />
      {row?.setId ? (
        <ResourceDrawer
          key={row.unmappedId}
          resource={pairResource}
          screen={{ title: ['参数配置明细', 'Pair of a set'], fixed: { parentId: row.setId } }}
          state={{ mode: 'add', row: { dictKey: row.value, sort: 0, isSealed: isSealed.no } as unknown as WireRow }}
          mayEdit
          onEdit={() => undefined}
          onClose={() => setRow(null)}
          onSaved={() => {
            setRow(null);
            void queries.invalidateQueries({ queryKey: resourceKey(unmappedValues) });
          }}
        />
      ) : null}
    </>
  );
}
