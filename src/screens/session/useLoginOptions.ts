import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { LoginOptions } from '#domain/session/loginOptions.ts';
import { readFact } from '#src/api/deviceDb.ts';
import { fetchLoginOptions, tenantOfAddress } from '#src/api/loginOptions.ts';
import { defaultTenantId } from '#src/api/session.ts';

export interface LoginChoices {
  /** Undefined while it is being asked, and without the server. */
  readonly options: LoginOptions | undefined;
  readonly tenantId: string;
  readonly setTenantId: (tenantId: string) => void;
  /** People type their tenant: in tenant mode, unless the address says which. */
  readonly isTenantAsked: boolean;
  readonly retry: () => void;
  /** Why it is not known. */
  readonly failure: unknown;
}

/** What the login page offers, for which tenant. */
export function useLoginOptions(): LoginChoices {
  const [typed, setTyped] = useState<string | null>(null);
  const [last, setLast] = useState<string | null>(null);
  const { data: fixed } = useQuery({ queryKey: ['tenant-of-address'], queryFn: tenantOfAddress, staleTime: Infinity, retry: false });
  const shown = fixed ?? typed ?? last ?? defaultTenantId;
  const asked = /^[\w-]{1,30}$/.test(shown) ? shown : defaultTenantId;
  const { data, error, refetch } = useQuery({
    queryKey: ['login-options', asked],
    queryFn: () => fetchLoginOptions(asked),
    staleTime: 30_000,
    retry: false,
    placeholderData: (before) => before,
  });
  const isTenantMode = data?.isTenantMode === true;
  useEffect(() => {
    if (isTenantMode) void readFact('lastTenant').then((kept) => setLast(kept ?? null));
  }, [isTenantMode]);
  return {
    options: data,
    tenantId: fixed ?? (isTenantMode ? shown : defaultTenantId),
    setTenantId: setTyped,
    isTenantAsked: isTenantMode && !fixed,
    retry: () => void refetch(),
    failure: data ? null : error,
  };
}
