import { useMemo } from 'react';
import type { ChoiceSet } from '#domain/kernel/choices.ts';
import { choice, text, type Fields } from '#domain/kernel/fields.ts';
import { flowName } from '#domain/flow/shippedNames.ts';
import { useCall } from '#src/console/desk/useCall.ts';

interface Entry {
  readonly dictKey: string;
  readonly dictValue: string;
}

/** The form a process is deployed with: its category out of the dictionary, and the tenants it is made for. */
export function useDeployFields(mayNameTenants: boolean): Fields | null {
  const { data } = useCall<readonly Entry[]>('system', 'dict/dictionary', { code: 'flow' });
  return useMemo(() => {
    if (!data) return null;
    const options = data.map(({ dictKey, dictValue }) => ({ code: `flow_${dictKey}`, label: [dictValue, flowName(dictValue, 'en')] as const }));
    const set: ChoiceSet = { options, labelOf: (code) => options.find((option) => option.code === code)?.label };
    return {
      category: choice('流程分类', 'Category', set, { required: true }),
      ...(mayNameTenants
        ? {
            tenantIds: text('定制租户', 'For tenants', {
              max: 500,
              help: [
                '留空为本租户的通用流程; 填写租户编号(逗号分隔)则部署为这些租户的定制流程',
                'Empty: common to this tenant. Tenant ids, parted by commas: a custom process of theirs',
              ],
            }),
          }
        : {}),
    };
  }, [data, mayNameTenants]);
}
