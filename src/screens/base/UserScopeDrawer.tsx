import { chakra } from '@chakra-ui/react';
import type { ScopeDetail } from '#domain/base/scopeContracts.ts';
import { scopeLists, scopeReasons } from '#domain/base/userScope.ts';
import { choices } from '#domain/kernel/choices.ts';
import { choice, refList, type Fields } from '#domain/kernel/fields.ts';
import { call, CallError, servicePath } from '#src/api/call.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';

interface DrawerProps {
  readonly userId: string;
  readonly name: string;
  readonly mayEdit: boolean;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** An empty list shows nothing, no list shows all: the two are told apart by a choice of their own. */
const extent = choices({ all: [1, '全部', 'All'], named: [2, '指定', 'Named ones'] });
const fields: Fields = Object.fromEntries(
  scopeLists.flatMap(({ name, kind, label: [zh, en] }) => [
    [`${name}Extent`, choice(`${zh}范围`, `${en}: extent`, extent, { required: true })],
    [
      name,
      refList(`指定${zh}`, `${en} named`, kind, { help: ['范围为“指定”时生效; 留空则一个也看不到', 'Counts with "named ones"; empty: none at all'] }),
    ],
  ]),
);

/** What one user sees: the three limits, and panel group by panel group why they see it or not. */
export function UserScopeDrawer(props: DrawerProps) {
  const { label } = useText();
  const { data, failure, retry } = useAsked('GET base/user-panel-group/details', { userId: props.userId });
  if (data && data.userId === props.userId) return <ScopeForm key={data.userId} {...props} details={data} />;
  return (
    <SideDrawer title={label(['数据范围 · {name}', 'What {name} sees'], { name: props.name })} onClose={props.onClose}>
      {failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : <StateView state="loading" />}
    </SideDrawer>
  );
}

function ScopeForm({ userId, name, mayEdit, onClose, onSaved, details }: DrawerProps & { readonly details: ScopeDetail }) {
  const { label } = useText();
  const form = useDescribedForm({
    fields,
    isReadOnly: !mayEdit,
    values: Object.fromEntries(
      scopeLists.flatMap(({ name: list }) => [
        [`${list}Extent`, details[list] === null ? extent.all : extent.named],
        [list, details[list] ?? []],
      ]),
    ),
    onSave: async (values) => {
      const body = Object.fromEntries(
        scopeLists.map(({ name: list }) => [
          list,
          values[`${list}Extent`] === extent.all ? null : ((values[list] as readonly string[] | null) ?? []),
        ]),
      );
      try {
        await call('POST', servicePath('base', 'user-panel-group/saveOrUpdate'), { body: { userId, ...body } });
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        // The sentence of a refusal is shown by the call itself; a dead link has none of its own.
        if (error.isTransport) notify.error(['需要网络', 'This needs the network']);
        return error.problems ?? [];
      }
      notify.success(['已保存, 立即生效', 'Saved; in force at once']);
      onSaved();
      onClose();
      return undefined;
    },
  });
  return (
    <SideDrawer
      title={label(['数据范围 · {name}', 'What {name} sees'], { name })}
      form={form}
      onClose={onClose}
      footer={
        mayEdit ? (
          <Button type="submit" variant="primary" isBusy={form.isSaving} data-enter-end="">
            {label(['保存', 'Save'])}
          </Button>
        ) : (
          <Button onClick={onClose}>{label(['关闭', 'Close'])}</Button>
        )
      }
    >
      <FormGrid form={form} columns={2} isFocused={mayEdit} />
      <chakra.h2 textStyle="title" mt={4} mb={2}>
        {label(['目前可见的项目组及原因', 'Panel groups seen now, and why'])}
      </chakra.h2>
      <chakra.ul listStyleType="none" m={0} p={0} display="flex" flexDirection="column">
        {details.panelGroups.map((group) => (
          <chakra.li key={group.panelGroupId} display="flex" gap={2} alignItems="baseline" borderBottom="hairline" py={1} textStyle="dense">
            <StatusWord tone={group.isSeen ? 'success' : 'neutral'}>{label(group.isSeen ? ['可见', 'Seen'] : ['不可见', 'Not seen'])}</StatusWord>
            <chakra.span flex={1} minW={0} overflowWrap="anywhere">
              {group.panelGroupName}
              {group.laboratoryName ? ` · ${group.laboratoryName}` : ''}
            </chakra.span>
            <chakra.span color="fg.muted">{label(scopeReasons[group.reason])}</chakra.span>
          </chakra.li>
        ))}
      </chakra.ul>
    </SideDrawer>
  );
}
