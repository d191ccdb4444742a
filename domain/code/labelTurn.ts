import { choices } from '#domain/kernel/choices.ts';

/** How far an element is turned clockwise; its box is what it takes of the label, turned as it is. */
export const labelTurn = choices({
  none: [0, '0°', '0°'],
  right: [90, '90°', '90°'],
  over: [180, '180°', '180°'],
  left: [270, '270°', '270°'],
});
export type LabelTurn = (typeof labelTurn)['none' | 'right' | 'over' | 'left'];

interface Turned {
  readonly width: number;
  readonly height: number;
  readonly turn?: LabelTurn | undefined;
}

/** True where its lines run up or down. */
export const isUpright = ({ turn }: Pick<Turned, 'turn'>): boolean => turn === labelTurn.right || turn === labelTurn.left;

/** The size an element has before it is turned into its box. */
export function flatSize(element: Turned): { readonly width: number; readonly height: number } {
  const { width, height } = element;
  return isUpright(element) ? { width: height, height: width } : { width, height };
}

/** The letter that ZPL has for it: normal, turned right, upside down, read from the bottom. */
export const zplTurn = { [labelTurn.none]: 'N', [labelTurn.right]: 'R', [labelTurn.over]: 'I', [labelTurn.left]: 'B' } as const satisfies Record<
  LabelTurn,
  string
>;
