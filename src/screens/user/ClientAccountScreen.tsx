import { Building2 } from 'lucide-react';
import { useState } from 'react';
import { verbPermission } from '#domain/kernel/resource.ts';
import { clientAccount } from '#domain/user/clientAccount.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import type { ListTools } from '#src/resource/ListScreen.tsx';
import { Button } from '#src/ui/Button.tsx';
import { OpenAccountsDrawer } from './OpenAccountsDrawer.tsx';
import { PeopleScreen } from './PeopleScreen.tsx';
import type { People } from './accountActs.ts';

const people: People = { resource: clientAccount, service: 'base', path: 'client-account' };

function OpenAccounts({ reload }: { readonly reload: () => void }) {
  const { label } = useText();
  const { can } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (!can(verbPermission(clientAccount, 'save'))) return null;
  return (
    <>
      <Button size="sm" icon={Building2} onClick={() => setOpen(true)}>
        {label(['按单位开通', 'Open for clients'])}
      </Button>
      {isOpen ? (
        <OpenAccountsDrawer
          onClose={() => {
            setOpen(false);
            reload();
          }}
        />
      ) : null}
    </>
  );
}
const tools = ({ reload }: ListTools): React.JSX.Element => <OpenAccounts reload={reload} />;

/** 客户账号: accounts of sending clients' people, opened one by one or for many clients at once. */
export function Screen() {
  return <PeopleScreen people={people} tools={tools} />;
}
