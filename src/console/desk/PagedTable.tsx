import { chakra } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import type { Service } from '#domain/kernel/services.ts';
import { Button } from '#src/ui/Button.tsx';
import { DataTable, type DataTableProps } from '#src/ui/DataTable.tsx';
import { InputBox } from '#src/ui/fields/control.ts';
import { usePageSize } from '#src/ui/Pager.tsx';
import { useText } from '../useText.ts';
import { type PageOf, useCall } from './useCall.ts';

export interface PagedTableProps<Row> extends Omit<DataTableProps<Row>, 'extent' | 'rows' | 'isStale' | 'failure' | 'onRetry' | 'indexFrom'> {
  readonly service: Service;
  readonly path: string;
  /** Fixed filters. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** Filters a person may type, by their names on the wire. */
  readonly search?: readonly { readonly name: string; readonly label: Label }[];
  /** Stands above the table, with how many rows there are in all; undefined while it is not known. */
  readonly head?: (total: number | undefined, renew: () => void) => ReactNode;
}

/** A list of the server inside a desk screen, whole: page by page, whatever its length. */
export function PagedTable<Row>({ service, path, query = {}, search = [], head, ...table }: PagedTableProps<Row>) {
  const { label } = useText();
  const [size, setSize] = usePageSize();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const filters = { ...query, ...typed };
  const asked = JSON.stringify(filters);
  const [shown, setShown] = useState({ asked, page: 1 });
  // Other filters begin at the first page.
  const page = shown.asked === asked ? shown.page : 1;
  const { data, isStale, failure, retry } = useCall<PageOf<Row>>(service, path, { ...filters, current: page, size });
  const pages = data ? Math.max(1, Math.ceil(data.total / size)) : page;
  // The last rows of the last page may be gone since.
  if (page > pages && !isStale) setShown({ asked, page: pages });
  return (
    <>
      {head?.(data?.total, retry)}
      {search.length > 0 ? (
        <chakra.form
          display="flex"
          flexWrap="wrap"
          gap={2}
          alignItems="center"
          mb={1}
          onSubmit={(event) => {
            event.preventDefault();
            const form = new FormData(event.currentTarget);
            setTyped(Object.fromEntries(search.map(({ name }) => [name, String(form.get(name) ?? '').trim()]).filter(([, value]) => value !== '')));
          }}
        >
          {search.map(({ name, label: title }) => (
            <InputBox key={name} name={name} w="150px" h="28px" aria-label={label(title)} placeholder={label(title)} autoComplete="off" />
          ))}
          <Button size="sm" icon={Search} type="submit">
            {label(['查询', 'Search'])}
          </Button>
        </chakra.form>
      ) : null}
      <DataTable
        {...table}
        extent={{ page, size, total: data?.total ?? 0, onPage: (next) => setShown({ asked, page: next }), onSize: setSize }}
        rows={data?.records}
        isStale={isStale}
        failure={failure}
        onRetry={retry}
        indexFrom={(page - 1) * size + 1}
      />
    </>
  );
}
