import { keep, readKept } from '../browserStorage.ts';

/** Three sounds nobody mixes up: ok (one high), repeat (two short), refused (low and long). Mute and volume per desk. */
export type Sound = 'ok' | 'repeat' | 'refused';

const tones: Readonly<Record<Sound, readonly (readonly [hertz: number, from: number, to: number])[]>> = {
  ok: [[1320, 0, 0.09]],
  repeat: [
    [880, 0, 0.07],
    [880, 0.12, 0.19],
  ],
  refused: [[220, 0, 0.35]],
};
const storageKey = 'accession-sound';
let context: AudioContext | null = null;

export interface SoundSetting {
  readonly isMuted: boolean;
  /** 0 to 1. */
  readonly volume: number;
}

export function soundSetting(): SoundSetting {
  const { isMuted = false, volume } = (readKept(storageKey) ?? {}) as Partial<SoundSetting>;
  return { isMuted, volume: Math.min(1, Math.max(0, volume ?? 0.5)) };
}
export function setSound(setting: SoundSetting): void {
  keep(storageKey, setting);
}

/** Plays at once; silent where the desk is muted or the browser has no audio yet (it starts with the first key). */
export function playSound(sound: Sound): void {
  const { isMuted, volume } = soundSetting();
  if (isMuted || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  void context.resume();
  for (const [hertz, from, to] of tones[sound]) {
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    oscillator.frequency.value = hertz;
    oscillator.type = sound === 'refused' ? 'sawtooth' : 'sine';
    gain.gain.value = volume * 0.4;
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(context.currentTime + from);
    oscillator.stop(context.currentTime + to);
  }
}
