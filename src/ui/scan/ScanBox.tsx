import { Box, chakra } from '@chakra-ui/react';
import { forwardRef, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { useSay } from '../language.ts';
import { readRemembered, writeRemembered } from '../remembered.ts';
import { useLatest } from '../useLatest.ts';
import { cleanScan, looksLikeInputMethod } from './cleanScan.ts';
import { FieldScan } from './fieldScan.ts';
import { characterOf, isTerminator, quietTime, ScanBurst, type InputMode } from './scanBurst.ts';

export interface Scanned {
  /** Cleaned: half-width, upper-case, without control characters. */
  readonly code: string;
  /** As it came, for the scan log. */
  readonly raw: string;
  readonly inputMode: InputMode;
}

export interface ScanBoxHandle {
  focus(): void;
}

export interface ScanBoxProps {
  readonly label: Label;
  readonly placeholder?: Label;
  readonly onScan: (scanned: Scanned) => void;
  /** Takes the focus back whenever nothing else on the screen has it (default true). */
  readonly keepsFocus?: boolean;
  readonly isDisabled?: boolean;
  /** F2 was pressed: brings the box into sight where another part of the screen stands before it. */
  readonly onWanted?: () => void;
}

const texts = {
  imeOn: ['输入法是中文,请切换到英文;本次扫描已按按键还原', 'A Chinese input method is on: switch to English; this scan was rebuilt from its keys'],
  ready: ['请扫描', 'Ready to scan'],
} as const satisfies Record<string, Label>;

const Input = chakra('input', {
  base: {
    w: 'full',
    h: '48px',
    px: 3,
    fontFamily: 'mono',
    fontSize: 'code',
    lineHeight: 'code',
    fontVariantNumeric: 'tabular-nums',
    color: 'fg',
    bg: 'bg.input',
    border: '2px solid',
    borderColor: 'border.input',
    borderRadius: 'md',
    outline: 'none',
    textTransform: 'uppercase',
    _focusVisible: { borderColor: 'accent.solid', boxShadow: '0 0 0 3px {colors.accent.subtle}' },
    _placeholder: { color: 'fg.muted', textTransform: 'none' },
    // On the box itself: a smaller placeholder alone would stand on the large line's baseline, below the middle.
    '&:placeholder-shown': { fontFamily: 'body', fontSize: 'lg' },
  },
});

/** Of the desk, not of a person: what a scanner sends behind a code is set in the scanner. */
const endedBySilence = { owner: '', key: 'scanner-sends-no-end' } as const;

/** Where letters and digits mean something: somebody is typing or choosing there. */
const takesKeys = (element: Element | null): boolean =>
  (element?.closest('form, input, textarea, select, [contenteditable=true], [role=dialog], [role=menu], [role=listbox], [role=combobox]') ?? null) !==
  null;
/** Where focus may rest without the scan box taking it back. */
const isOccupied = (element: Element | null): boolean => takesKeys(element) || (element?.closest('[role=grid]') ?? null) !== null;
/** The page, or the drawer above it, an element belongs to. */
const placeOf = (element: Element | null): Element | null => element?.closest('[data-page], [role=dialog][aria-modal], [role=alertdialog]') ?? null;
const walkingKeys = /^(Tab|Arrow|Home|End)/;

/**
 * The one scan box of every scan screen (docs/scanning.md#the-scan-box): Enter, Tab, line feed, carriage return or a short silence end a scan;
 * keys are buffered raw and rebuilt from the physical key while an input method is on. The focus comes back by itself, but to
 * whoever walks by keys; a scan that begins while it rests elsewhere is heard all the same, in a field of the screen too. F2 is the way here.
 */
export const ScanBox = forwardRef<ScanBoxHandle, ScanBoxProps>(function ScanBox(
  { label, placeholder, onScan, keepsFocus = true, isDisabled = false, onWanted },
  handle,
) {
  const say = useSay();
  const input = useRef<HTMLInputElement>(null);
  const burst = useRef(new ScanBurst());
  const quiet = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const isEndedBySilence = useRef(readRemembered(endedBySilence.owner, endedBySilence.key, false));
  const [isImeOn, setImeOn] = useState(false);
  const focus = useCallback(() => input.current?.focus({ preventScroll: true }), []);
  useImperativeHandle(handle, () => ({ focus }), [focus]);

  /** A scan was over: by a key the scanner sent, or by silence. The next one is waited for so. */
  const learn = useCallback((isSilence: boolean) => {
    if (isEndedBySilence.current === isSilence) return;
    isEndedBySilence.current = isSilence;
    writeRemembered(endedBySilence.owner, endedBySilence.key, isSilence);
  }, []);
  const deliver = useCallback(
    (raw: string, inputMode: InputMode): void => {
      const code = cleanScan(raw);
      if (code !== '') onScan({ code, raw, inputMode });
    },
    [onScan],
  );
  const finish = useCallback(() => {
    clearTimeout(quiet.current);
    const typed = input.current?.value ?? '';
    const { text, inputMode } = burst.current.take();
    // The box may hold more than the keys we saw (paste) or composed characters instead of them (input method).
    const raw = text !== '' && (typed.length < text.length || looksLikeInputMethod(typed)) ? text : typed || text;
    if (input.current) input.current.value = '';
    deliver(raw, inputMode);
  }, [deliver]);

  const hear = (native: globalThis.KeyboardEvent): void => {
    if (native.isComposing || native.keyCode === 229) setImeOn(true);
    if (isTerminator(native) && (burst.current.isRunning || input.current?.value !== '' || native.key === 'Enter')) {
      native.preventDefault();
      if (burst.current.isScannerPace) learn(false);
      finish();
      return;
    }
    // Scanners send function keys and control characters that browsers act on; only while a burst runs are they ours.
    if (burst.current.isScannerPace && (native.ctrlKey || /^F\d+$/.test(native.key))) native.preventDefault();
    if (native.key === 'Backspace') burst.current.removeLast();
    if (native.ctrlKey || native.metaKey || native.altKey) return;
    const character = characterOf(native);
    if (character === null) return;
    burst.current.add(character, native.timeStamp);
    clearTimeout(quiet.current);
    quiet.current = setTimeout(
      () => {
        // Behind a busy spell keys may still wait in line: they come before this second turn.
        quiet.current = setTimeout(() => {
          if (!burst.current.isScannerPace || burst.current.text.length < 6) return;
          learn(true);
          finish();
        }, 0);
      },
      quietTime(isEndedBySilence.current, performance.now() - native.timeStamp),
    );
  };

  const latest = useLatest(hear);

  useEffect(() => () => clearTimeout(quiet.current), []);

  const current = useLatest({ deliver, onWanted });
  useEffect(() => {
    if (isDisabled) return undefined;
    const field = new FieldScan();
    const onKey = (event: globalThis.KeyboardEvent): void => {
      const target = event.target instanceof Element ? event.target : document.body;
      const box = input.current;
      if (
        event.key === 'F2' &&
        !event.defaultPrevented &&
        (placeOf(target) === placeOf(box) || !target.closest('[role=dialog], [role=alertdialog]'))
      ) {
        event.preventDefault();
        current.current.onWanted?.();
        focus();
        // Where it had to come into sight first.
        setTimeout(focus);
        return;
      }
      if (target === box || !takesKeys(target) || placeOf(target) !== placeOf(box)) return field.forget();
      const scanned = field.hear(event, target);
      if (!scanned) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      scanned.putBack();
      // What an input method was composing comes a moment later.
      if (event.isComposing || event.keyCode === 229) setTimeout(scanned.putBack);
      learn(false);
      current.current.deliver(scanned.text, 'scan');
    };
    // Before every other listener: the key behind a scan must not pick, go on or press.
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
    // A scan must not be forgotten because its screen is drawn again in the middle of it.
  }, [current, learn, focus, isDisabled]);
  useEffect(() => {
    if (!keepsFocus || isDisabled) return undefined;
    focus();
    // Whoever goes through the page by keys is let go: nothing would be in their reach otherwise.
    let isWalking = false;
    const comeBack = (): void => {
      setTimeout(() => {
        // A question that stands above the page has the keys until it is answered.
        const isAsked = [...document.querySelectorAll('[role=dialog][aria-modal=true], [role=alertdialog]')].some(
          (one) => !one.contains(input.current),
        );
        if (!isWalking && !isAsked && document.hasFocus() && !isOccupied(document.activeElement)) focus();
      }, 0);
    };
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || !/^[a-z\d]$/i.test(event.key)) return;
      if (document.activeElement === input.current || takesKeys(document.activeElement)) return;
      // A scan while the focus rests elsewhere: all of it belongs here, and so does this first key.
      focus();
      latest.current(event);
    };
    // Behind all others: a Tab that ended a scan leads nowhere.
    const onStep = (event: Event): void => {
      isWalking = event instanceof globalThis.KeyboardEvent && walkingKeys.test(event.key) && !event.defaultPrevented;
    };
    document.addEventListener('keydown', onKey, true);
    document.addEventListener('keydown', onStep);
    document.addEventListener('pointerdown', onStep, true);
    document.addEventListener('focusout', comeBack);
    document.addEventListener('click', comeBack);
    window.addEventListener('focus', comeBack);
    return () => {
      document.removeEventListener('keydown', onKey, true);
      document.removeEventListener('keydown', onStep);
      document.removeEventListener('pointerdown', onStep, true);
      document.removeEventListener('focusout', comeBack);
      document.removeEventListener('click', comeBack);
      window.removeEventListener('focus', comeBack);
    };
  }, [focus, isDisabled, keepsFocus, latest]);

  return (
    <Box>
      <Input
        ref={input}
        aria-label={say(label)}
        placeholder={say(placeholder ?? texts.ready)}
        disabled={isDisabled}
        onKeyDown={({ nativeEvent }) => hear(nativeEvent)}
        onBlur={() => setImeOn(false)}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        lang="en"
        inputMode="none"
        data-scan-box
      />
      {isImeOn ? (
        <Box role="status" mt={1} px={2} py={1} borderRadius="md" bg="warning.subtle" color="warning.text" textStyle="dense">
          {say(texts.imeOn)}
        </Box>
      ) : null}
    </Box>
  );
});
