import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { partners } from '#domain/sample/partners.ts';
import { submitWechat, wechatEntries } from '#domain/sample/wechat/wechatEntry.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListPanel } from '#src/resource/ListPanel.tsx';
import { Button } from '#src/ui/Button.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';

const search = ['sampleCode', 'hospitalCode', 'sendSampleClientId'];

/** 微信登记: what hospitals filled in before their samples come, and filling it in for one that calls. */
export function WechatDrawer({ onClose }: { readonly onClose: () => void }) {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const [isFilling, setFilling] = useState(false);
  return (
    <>
      <SideDrawer title={label(wechatEntries.title)} size="lg" onClose={onClose}>
        <ListPanel
          list={wechatEntries}
          screen={`${partners.customer.route}/wechat`}
          search={search}
          emptyText={['没有登记的送检信息', 'Nothing was filled in']}
          head={() =>
            can(submitWechat.permission) ? (
              <Button size="sm" variant="primary" icon={Plus} onClick={() => setFilling(true)}>
                {label(submitWechat.title)}
              </Button>
            ) : null
          }
        />
      </SideDrawer>
      {isFilling ? (
        <ActDrawer
          command={submitWechat}
          rows={[{}]}
          nameOf={() => ''}
          onClose={() => setFilling(false)}
          onDone={() => void queries.invalidateQueries({ queryKey: ['call'] })}
        />
      ) : null}
    </>
  );
}
