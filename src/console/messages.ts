import type { zh } from './locales/zh.ts';

type Section = Record<string, string>;
/** Every key without its plural ending, e.g. `logout.waiting`. */
type KeysOf<S extends Section, P extends string> = { [K in keyof S & string]: `${P}.${K extends `${infer B}_other` ? B : K}` }[keyof S & string];
/** A key of the shell's sentences. */
export type TextKey = { [P in keyof typeof zh]: KeysOf<(typeof zh)[P], P> }[keyof typeof zh];

/** What another language must hold: every key of the Chinese one; plural forms besides. */
export type Messages = {
  readonly [P in keyof typeof zh]: { readonly [K in keyof (typeof zh)[P]]: string } & Readonly<Record<`${string}_one`, string>>;
};
export type TextParams = Readonly<Record<string, string | number>>;
