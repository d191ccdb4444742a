import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call, servicePath } from '#src/api/call.ts';
import { refresh } from '#src/api/session.ts';
import { FieldLine, SelectBox } from '#src/console/FieldLine.tsx';
import { sentence } from '#src/console/text.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { notify } from '#src/ui/notify.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { FormDialog } from './FormDialog.tsx';

interface Own {
  readonly depts: readonly { readonly id: string; readonly deptName: string }[];
  readonly roles: readonly { readonly id: string; readonly roleName: string }[];
  /** Those in use that the person may see. */
  readonly laboratories: readonly { readonly laboratoryId: string; readonly laboratoryName: string }[];
}

/** The person's own departments, roles and laboratories and no others (docs/contract.md#shell). */
async function fetchOwn(userId: string, maySeeLaboratories: boolean): Promise<Own> {
  const ask = <T,>(path: string): Promise<T[] | null> =>
    call('GET', servicePath('system', path), { query: { userId }, quiet: true, timeoutMs: 20_000 });
  const [depts, roles, laboratories] = await Promise.all([
    ask<Own['depts'][number]>('dept/select'),
    ask<Own['roles'][number]>('role/select'),
    maySeeLaboratories ? call<Own['laboratories']>('GET', servicePath('base', 'laboratory/list'), { quiet: true, timeoutMs: 20_000 }) : [],
  ]);
  return { depts: depts ?? [], roles: roles ?? [], laboratories };
}
/** One id out of a token's list; '' where the session still carries several. */
const single = (ids: string): string => (ids.includes(',') ? '' : ids);

/** Switches department, role and laboratory by renewing the token for them (docs/wire.md#switching-identity). */
export function IdentityDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const { user, can } = useSession();
  const maySeeLaboratories = can('laboratory_view');
  const navigate = useNavigate();
  const own = useQuery({
    queryKey: ['own-identities', user?.id, maySeeLaboratories],
    queryFn: () => fetchOwn(user?.id ?? '', maySeeLaboratories),
    staleTime: 0,
    gcTime: 0,
  });
  const [deptId, setDept] = useState(single(user?.deptId ?? ''));
  const [roleId, setRole] = useState(single(user?.roleId ?? ''));
  const [laboratoryId, setLaboratory] = useState(user?.laboratoryId ?? '');
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);

  const submit = async (): Promise<void> => {
    setTried(true);
    if (!own.data || !deptId || !roleId) return;
    setBusy(true);
    try {
      await refresh({ deptId, roleId, laboratoryId });
      onClose();
      notify.success(sentence('identity.switched'));
      void navigate('/');
    } catch (error) {
      notify.error(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog title={t('identity.title')} submitLabel={t('identity.switch')} isBusy={isBusy} onSubmit={() => void submit()} onClose={onClose}>
      {own.isPending ? <StateView state="loading" /> : null}
      {own.isError ? <StateView state="failed" failure={{ message: t('identity.loadFailed') }} onRetry={() => void own.refetch()} /> : null}
      {own.data ? (
        <>
          <FieldLine label={t('identity.dept')} isRequired error={isTried && !deptId ? t('identity.chooseDept') : null}>
            {(props) => (
              <SelectBox {...props} autoFocus value={deptId} onChange={(event) => setDept(event.target.value)}>
                <option value="">{t('identity.chooseDept')}</option>
                {own.data.depts.map(({ id, deptName }) => (
                  <option key={id} value={id}>
                    {deptName}
                  </option>
                ))}
              </SelectBox>
            )}
          </FieldLine>
          <FieldLine label={t('identity.role')} isRequired error={isTried && !roleId ? t('identity.chooseRole') : null}>
            {(props) => (
              <SelectBox {...props} value={roleId} onChange={(event) => setRole(event.target.value)}>
                <option value="">{t('identity.chooseRole')}</option>
                {own.data.roles.map(({ id, roleName }) => (
                  <option key={id} value={id}>
                    {roleName}
                  </option>
                ))}
              </SelectBox>
            )}
          </FieldLine>
          {own.data.laboratories.length > 0 ? (
            <FieldLine label={t('identity.laboratory')}>
              {(props) => (
                <SelectBox {...props} value={laboratoryId} onChange={(event) => setLaboratory(event.target.value)}>
                  {laboratoryId === '' ? <option value="">{t('identity.chooseLaboratory')}</option> : null}
                  {own.data.laboratories.map((one) => (
                    <option key={one.laboratoryId} value={one.laboratoryId}>
                      {one.laboratoryName}
                    </option>
                  ))}
                </SelectBox>
              )}
            </FieldLine>
          ) : null}
        </>
      ) : null}
    </FormDialog>
  );
}
