import type { EntryForm, FormKey } from '../rules/entryForm.ts';
import { textOf } from '../rules/values.ts';
import { ccidForm } from './ccid/ccidForm.ts';
import { deafForm } from './deaf/deafForm.ts';
import { eclampsiaForm } from './eclampsia/eclampsiaForm.ts';
import { genericForm } from './generic/genericForm.ts';
import { monogenicForm } from './monogenic/monogenicForm.ts';
import { carrierForm } from './monogenicCarrier/carrierForm.ts';
import { niptForm } from './nipt/niptForm.ts';

/** Every form of the contract, one line each. */
const everyForm: readonly EntryForm[] = [genericForm, niptForm, eclampsiaForm, deafForm, ccidForm, monogenicForm, carrierForm];
/** The forms by their wire key. */
export const entryForms = Object.fromEntries(everyForm.map((form) => [form.key, form])) as Readonly<Record<FormKey, EntryForm>>;

/** The form of a commodity's `entryForm`; an unknown or empty key is the generic one. Case of the wire varies (`ccid`). */
export function entryFormOf(key: unknown): EntryForm {
  const wanted = textOf(key).toLowerCase();
  return everyForm.find((form) => form.key.toLowerCase() === wanted) ?? genericForm;
}

/** A form that is entered on its own screens. */
export type ScreenForm = EntryForm & Required<Pick<EntryForm, 'screen'>>;
/** Forms with screens of their own, in the order of menus. */
export const screenForms = everyForm.filter((form): form is ScreenForm => form.screen !== undefined);

/** On whose screens requisitions of a form are entered. */
export function enteredAs(key: unknown): ScreenForm {
  const form = entryFormOf(key);
  return screenForms.find((one) => one === form) ?? (genericForm as ScreenForm);
}

/** Where a pass of a form is entered. */
export const passRoute = ({ screen }: ScreenForm, pass: number): string => `${screen.route}/${pass}`;

/** Where all forms are entered, by pass. */
export const passRoutes = (...passes: readonly number[]): readonly string[] =>
  screenForms.flatMap((form) => passes.map((pass) => passRoute(form, pass)));

/** True of a form that is more than the generic one. */
export const isSpecific = (key: FormKey): boolean => key !== genericForm.key;
/** A requisition is entered with the form of its commodities; a specific form goes before the generic one. */
export function formOfAll(keys: readonly FormKey[]): FormKey {
  return keys.find(isSpecific) ?? genericForm.key;
}
