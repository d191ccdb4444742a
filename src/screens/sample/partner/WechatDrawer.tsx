import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { PencilLine } from 'lucide-react';
import { useState } from 'react';
import { submitWechat, wechatEntries } from '#domain/sample/partner/wechatEntry.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListPanel } from '#src/resource/ListPanel.tsx';
import { Button } from '#src/ui/Button.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';

const search = ['sampleCode', 'hospitalCode', 'sendSampleClientId', 'state'];
const settings = { sampleCode: { takesScan: true } } as const;
/** One act, of what is typed alone. */
const blank = [{}];

/** 微信录入: what hospitals filled in, found by its codes; a person registers it on behalf of one. */
export function WechatDrawer({ onClose }: { readonly onClose: () => void }) {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const [isRegistering, setRegistering] = useState(false);
  return (
    <>
      <SideDrawer
        title={label(wechatEntries.title)}
        size="lg"
        onClose={onClose}
        footer={
          can(submitWechat.permission) ? (
            <Button variant="primary" icon={PencilLine} onClick={() => setRegistering(true)}>
              {label(submitWechat.title)}
            </Button>
          ) : undefined
        }
      >
        <chakra.div display="flex" flexDirection="column" gap={2} minH="420px">
          <ListPanel list={wechatEntries} screen="wechatEntries" search={search} emptyText={['没有微信录入', 'No hospital has filled anything in']} />
        </chakra.div>
      </SideDrawer>
      {isRegistering ? (
        <ActDrawer
          command={submitWechat}
          rows={blank}
          nameOf={() => ''}
          columns={2}
          settings={settings}
          onClose={() => setRegistering(false)}
          onDone={() => void queries.invalidateQueries({ queryKey: ['call'] })}
        />
      ) : null}
    </>
  );
}
