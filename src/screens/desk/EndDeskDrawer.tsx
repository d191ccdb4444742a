import { endAsks } from '#domain/desk/keptAct.ts';
import type { Label } from '#domain/kernel/label.ts';
import { ask } from '#src/api/ask.ts';
import { AskDrawer } from '#src/console/act/AskDrawer.tsx';
import { useText } from '#src/console/useText.ts';
import { notify } from '#src/ui/notify.tsx';

/** desk: its credential, keys and sign-ins. blocks: the numbers it holds and has not used. */
export type DeskEnd = 'desk' | 'blocks';

const texts: Readonly<Record<DeskEnd, { readonly title: Label; readonly what: Label; readonly act: Label; readonly done: Label }>> = {
  desk: {
    title: ['吊销前台 {name}', 'Revoke {name}'],
    what: [
      '该前台的凭证、签名密钥和登录立即失效;之后由它签名而送达的操作暂存,由主管处置。用于前台遗失或被盗。',
      'Its credential, signing keys and sign-ins end now; acts signed there that still arrive are kept for a supervisor. For a desk that was lost or stolen.',
    ],
    act: ['吊销', 'Revoke'],
    done: ['已吊销', 'Revoked'],
  },
  blocks: {
    title: ['作废 {name} 的号段', 'Void the numbers of {name}'],
    what: [
      '该前台持有而未用的号码作废,不再发出;它此前已打印的标签仍然有效。',
      'The numbers it holds and has not used are void and never given out again; labels it printed before stay good.',
    ],
    act: ['作废', 'Void'],
    done: ['已作废', 'Void'],
  },
};

/** Ends what a lost desk could do, with a reason. */
export function EndDeskDrawer(props: {
  readonly what: DeskEnd;
  readonly deviceId: string;
  readonly name: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const { what, deviceId, name, onClose, onDone } = props;
  const { label } = useText();
  const said = texts[what];
  return (
    <AskDrawer
      title={label(said.title, { name })}
      fields={endAsks}
      consequence={said.what}
      act={said.act}
      isDanger
      onAct={async ({ reason }) => {
        const options = { body: { deviceId, reason }, quiet: true };
        await (what === 'desk' ? ask('POST sample/offline/device/revoke', options) : ask('POST code/number-block/close', options));
        notify.success(said.done);
        onDone();
      }}
      onClose={onClose}
    />
  );
}
