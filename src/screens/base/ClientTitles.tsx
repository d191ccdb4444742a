import { chakra } from '@chakra-ui/react';
import type { ClientTitlesRow } from '#domain/base/titleContracts.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useAsked } from '#src/console/desk/useCall.ts';
import { ScreenTitle } from '#src/console/ScreenTitle.tsx';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { DataTable } from '#src/ui/DataTable.tsx';
import { TextControl } from '#src/ui/fields/TextControl.tsx';
import { usePageSize } from '#src/ui/Pager.tsx';
import type { TableColumn } from '#src/ui/table/column.ts';

/** One row a client: which title its reports carry, and which others there are. */
export function ClientTitles({ tools }: { readonly tools: ReactNode }) {
  const { label } = useText();
  const [size, setSize] = usePageSize();
  const [page, setPage] = useState(1);
  const [keyword, setKeyword] = useState('');
  const [hasTitle, setHasTitle] = useState(true);
  const { data, isStale, failure, retry } = useAsked('GET base/report-title/client-page', {
    current: page,
    size,
    keyword: keyword.trim() || undefined,
    hasTitle: hasTitle ? 1 : undefined,
  });
  const columns = useMemo(
    (): readonly TableColumn<ClientTitlesRow>[] => [
      { key: 'sendSampleClientCode', title: ['送检单位编号', 'Client code'], width: 132, isMono: true },
      { key: 'sendSampleClientName', title: ['送检单位', 'Sending client'], width: 240 },
      {
        key: 'default',
        title: ['报告所用抬头', 'Title on its reports'],
        width: 280,
        text: ({ titles }, language) =>
          titles.find(({ isDefault }) => isDefault === 1)?.titleName ?? (language === 'zh' ? '(通用默认抬头)' : '(the house default)'),
      },
      {
        key: 'others',
        title: ['其他抬头', 'Others'],
        width: 320,
        text: ({ titles }) =>
          titles
            .filter(({ isDefault }) => isDefault !== 1)
            .map(({ titleName }) => titleName)
            .join('、'),
      },
    ],
    [],
  );
  const search = (value: string | undefined): void => {
    setKeyword(String(value ?? ''));
    setPage(1);
  };
  return (
    <chakra.div display="flex" flexDirection="column" gap={2} h="full" minH={0}>
      <chakra.div display="flex" alignItems="center" gap={2} flexWrap="wrap">
        <ScreenTitle />
        <chakra.div w="260px">
          <TextControl
            value={keyword}
            onChange={search}
            placeholder={label(['送检单位名称、编号或拼音', 'Client: name, code or pinyin'])}
            ariaLabel={label(['送检单位', 'Sending client'])}
          />
        </chakra.div>
        <Button
          size="sm"
          aria-pressed={hasTitle}
          onClick={() => {
            setHasTitle(!hasTitle);
            setPage(1);
          }}
        >
          {label(hasTitle ? ['显示全部送检单位', 'Show every client'] : ['只看有抬头的', 'Only those with titles'])}
        </Button>
        {tools}
      </chakra.div>
      <DataTable
        label={['送检单位的报告抬头', 'Report titles by client']}
        screen="/basic/report-title#clients"
        columns={columns}
        extent={{ page, size, total: data?.total ?? 0, onPage: setPage, onSize: setSize }}
        rows={data?.records}
        rowKey={(row) => row.sendSampleClientId}
        indexFrom={(page - 1) * size + 1}
        isStale={isStale}
        failure={failure}
        onRetry={retry}
        emptyText={['没有送检单位设置抬头', 'No client has a title of its own']}
      />
    </chakra.div>
  );
}
