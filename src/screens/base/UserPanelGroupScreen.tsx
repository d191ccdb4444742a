import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { UserCog } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ScopedUser } from '#domain/base/scopeContracts.ts';
import { scopeLists } from '#domain/base/userScope.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { ScreenTitle } from '#src/console/ScreenTitle.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { DataTable } from '#src/ui/DataTable.tsx';
import { TextControl } from '#src/ui/fields/TextControl.tsx';
import { usePageSize } from '#src/ui/Pager.tsx';
import type { RowAct, TableColumn } from '#src/ui/table/column.ts';
import { UserScopeDrawer } from './UserScopeDrawer.tsx';

/** 用户数据范围: which laboratories, panel groups and commodities each user sees, and why. */
export function Screen() {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const [size, setSize] = usePageSize();
  const [page, setPage] = useState(1);
  const [keyword, setKeyword] = useState('');
  const [isLimited, setLimited] = useState(false);
  const [chosen, setChosen] = useState<ScopedUser | null>(null);
  const query = { current: page, size, keyword: keyword.trim() || undefined, isLimited: isLimited ? 1 : undefined };
  const { data, isStale, failure, retry } = useAsked('GET base/user-panel-group/page', query);
  const columns = useMemo(
    (): readonly TableColumn<ScopedUser>[] => [
      { key: 'account', title: ['登录账号', 'Account'], width: 132, isMono: true, pin: 'start' },
      { key: 'realName', title: ['用户姓名', 'Name'], width: 120 },
      ...scopeLists.map(({ name, label: title }): TableColumn<ScopedUser> => ({
        key: name,
        title,
        width: 280,
        text: (row, language) => {
          const names = row[name.replace('Ids', 'Names') as 'laboratoryNames'];
          if (names === null) return language === 'zh' ? '全部' : 'All';
          return names.length === 0 ? (language === 'zh' ? '无' : 'None') : names.join(language === 'zh' ? '、' : ', ');
        },
      })),
    ],
    [],
  );
  const acts: readonly RowAct<ScopedUser>[] = [
    {
      key: 'scope',
      label: can('userPanelGroup_save') ? ['设置范围', 'Set limits'] : ['查看范围', 'View limits'],
      icon: UserCog,
      onAct: setChosen,
    },
  ];
  return (
    <chakra.div display="flex" flexDirection="column" gap={2} h="full" minH={0}>
      <chakra.div display="flex" alignItems="center" gap={2} flexWrap="wrap">
        <ScreenTitle />
        <chakra.div w="240px">
          <TextControl
            value={keyword}
            onChange={(value) => {
              setKeyword(String(value ?? ''));
              setPage(1);
            }}
            placeholder={label(['账号、姓名或拼音', 'Account, name or pinyin'])}
            ariaLabel={label(['用户', 'User'])}
          />
        </chakra.div>
        <Button
          size="sm"
          aria-pressed={isLimited}
          onClick={() => {
            setLimited(!isLimited);
            setPage(1);
          }}
        >
          {label(isLimited ? ['显示全部用户', 'Show everybody'] : ['只看有限定的用户', 'Only those with limits'])}
        </Button>
      </chakra.div>
      <DataTable
        label={['用户数据范围', 'What users see']}
        screen="/basic/userPanelGroup"
        columns={columns}
        extent={{ page, size, total: data?.total ?? 0, onPage: setPage, onSize: setSize }}
        rows={data?.records}
        rowKey={(row) => row.userId}
        acts={acts}
        onOpen={setChosen}
        indexFrom={(page - 1) * size + 1}
        isStale={isStale}
        failure={failure}
        onRetry={retry}
        emptyText={['没有符合的用户', 'No such user']}
      />
      {chosen ? (
        <UserScopeDrawer
          userId={chosen.userId}
          name={chosen.realName}
          mayEdit={can('userPanelGroup_save')}
          onClose={() => setChosen(null)}
          onSaved={() => void queries.invalidateQueries({ queryKey: ['call', 'base'] })}
        />
      ) : null}
    </chakra.div>
  );
}
