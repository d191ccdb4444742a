import { chakra } from '@chakra-ui/react';
import { CircleUser, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { call, CallError, servicePath } from '#src/api/call.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { notify } from '#src/ui/notify.tsx';
import { reducePicture } from './reducePicture.ts';

const Frame = chakra('div', {
  base: {
    display: 'grid',
    placeItems: 'center',
    boxSize: '112px',
    borderRadius: 'full',
    overflow: 'hidden',
    bg: 'bg.muted',
    color: 'fg.muted',
    border: 'hairline',
    '& img': { boxSize: 'full', objectFit: 'cover' },
  },
});

/** A person's picture, and the way to another: reduced here, kept by the server. */
export function AvatarBox({ avatar, onChanged }: { readonly avatar: string; readonly onChanged: () => void }) {
  const { label } = useText();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [broken, setBroken] = useState('');
  const send = async (file: File): Promise<void> => {
    setBusy(true);
    try {
      const small = await reducePicture(file).catch(() => null);
      if (!small) return notify.error(['这不是可用的图片', 'This is no picture that can be used']);
      const form = new FormData();
      form.append('file', small, 'avatar.jpg');
      await call('POST', servicePath('user', 'upload-avatar'), { form });
      notify.success(['头像已更新', 'Your picture was changed']);
      return onChanged();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.isTransport) notify.error(['需要网络', 'This needs the network']);
      return undefined;
    } finally {
      setBusy(false);
      if (input.current) input.current.value = '';
    }
  };
  const isShown = avatar.startsWith('/') && avatar !== broken;
  return (
    <chakra.div display="flex" flexDirection="column" alignItems="center" gap={2}>
      <Frame>
        {isShown ? (
          <img src={avatar} alt={label(['头像', 'Picture'])} onError={() => setBroken(avatar)} />
        ) : (
          <CircleUser size={64} strokeWidth={1} aria-hidden />
        )}
      </Frame>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        hidden
        data-testid="avatar-file"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) void send(file);
        }}
      />
      <Button size="sm" icon={Upload} isBusy={isBusy} onClick={() => input.current?.click()}>
        {label(['更换头像', 'Change picture'])}
      </Button>
    </chakra.div>
  );
}
