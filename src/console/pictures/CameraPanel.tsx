import { chakra } from '@chakra-ui/react';
import { Aperture, CameraOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { useRemembered } from '#src/ui/remembered.ts';
import { useKeyDown } from '#src/ui/useKeyDown.ts';

const texts = {
  denied: ['浏览器未允许使用摄像头,可改用选择图片', 'The browser does not allow the camera; choose files instead'],
  none: ['没有可用的摄像头,可改用选择图片', 'No camera is available; choose files instead'],
} as const satisfies Record<string, Label>;

/** The live camera, a page camera above the desk as a rule: stays on from page to page, off when the panel is closed. */
export function CameraPanel({
  onShoot,
  onClose,
  isBusy,
}: {
  readonly onShoot: (video: HTMLVideoElement) => void;
  readonly onClose: () => void;
  readonly isBusy: boolean;
}) {
  const { label } = useText();
  const video = useRef<HTMLVideoElement>(null);
  const [cameraId, setCameraId] = useRemembered<string>('camera', '');
  const [cameras, setCameras] = useState<readonly MediaDeviceInfo[]>([]);
  const [fault, setFault] = useState<Label | null>(null);
  const [isOn, setOn] = useState(false);

  useEffect(() => {
    let stream: MediaStream | null = null;
    let isGone = false;
    const start = async (): Promise<void> => {
      const media = (navigator as { readonly mediaDevices?: MediaDevices }).mediaDevices;
      if (!media) throw new DOMException('', 'NotFoundError');
      const size = { width: { ideal: 3264 }, height: { ideal: 2448 } };
      stream = await media.getUserMedia({
        audio: false,
        video: cameraId ? { deviceId: { ideal: cameraId }, ...size } : { facingMode: 'environment', ...size },
      });
      if (isGone || !video.current) return stream.getTracks().forEach((track) => track.stop());
      video.current.srcObject = stream;
      await video.current.play();
      setOn(true);
      setFault(null);
      setCameras((await media.enumerateDevices()).filter(({ kind }) => kind === 'videoinput'));
    };
    start().catch((error: unknown) => {
      if (!isGone) setFault((error as DOMException).name === 'NotAllowedError' ? texts.denied : texts.none);
    });
    return () => {
      isGone = true;
      stream?.getTracks().forEach((track) => track.stop());
    };
  }, [cameraId]);

  const shoot = (): void => {
    if (video.current && isOn && !isBusy) onShoot(video.current);
  };
  useKeyDown((event) => {
    if (event.key !== 'F4' || event.altKey || video.current?.offsetParent === null) return;
    event.preventDefault();
    shoot();
  });

  return (
    <chakra.section
      border="hairline"
      borderRadius="md"
      p={2}
      display="flex"
      flexDirection="column"
      gap={2}
      aria-label={label(['摄像头', 'Camera'])}
      data-camera
    >
      {fault ? (
        <chakra.p role="alert" textStyle="dense" color="warning.text">
          {label(fault)}
        </chakra.p>
      ) : null}
      <chakra.video ref={video} muted playsInline w="full" maxH="38vh" bg="bg.muted" borderRadius="sm" display={fault ? 'none' : undefined} />
      <chakra.div display="flex" gap={2} alignItems="center" flexWrap="wrap">
        <Button variant="primary" icon={Aperture} keyHint="F4" disabled={!isOn} isBusy={isBusy} onClick={shoot}>
          {label(['拍照', 'Take'])}
        </Button>
        {cameras.length > 1 ? (
          <chakra.select
            aria-label={label(['摄像头', 'Camera'])}
            value={cameraId}
            onChange={(event) => setCameraId(event.target.value)}
            h="control"
            maxW="220px"
            px={2}
            border="1px solid"
            borderColor="border.input"
            borderRadius="md"
            bg="bg.input"
            textStyle="dense"
          >
            {cameras.map(({ deviceId, label: name }, at) => (
              <option key={deviceId} value={deviceId}>
                {name || label(['摄像头 {number}', 'Camera {number}'], { number: at + 1 })}
              </option>
            ))}
          </chakra.select>
        ) : null}
        <Button icon={CameraOff} onClick={onClose}>
          {label(['关闭摄像头', 'Close the camera'])}
        </Button>
      </chakra.div>
    </chakra.section>
  );
}
