import type { Field } from './kernel/fields.ts';
import type { Resource } from './kernel/resource.ts';
import { resources } from './resources.ts';
import { authClient } from './system/authClient.ts';
import { platformTenantId } from './system/platform.ts';

const keepsSecret = ({ fields }: Resource): boolean => Object.values<Field>(fields).some(({ isSecret }) => isSecret);

/**
 * What is an administrator's alone to write: whatever keeps a secret of another system (who leads it elsewhere, or reads
 * what goes there, comes in as anybody), and menus, whose codes are the rights themselves.
 */
const ofAdministrators: ReadonlySet<string> = new Set([...[...resources, authClient].filter(keepsSecret).map(({ name }) => name), 'menu']);

/** What is the same for the whole installation: the platform's people alone have to do with it. */
const ofPlatform: ReadonlySet<string> = new Set(['tenant', 'tenantPackage', 'menu', 'region', 'authClient', 'param', 'sealKey', 'installation']);

/** A right's code is `<subject>_<verb>`. */
const partsOf = (code: string): readonly [subject: string, verb: string] => {
  const at = code.lastIndexOf('_');
  return [code.slice(0, at), code.slice(at + 1)];
};

/** True for a right that no role can be given: the administrator role holds it by itself. */
export function isOfAdministrators(code: string): boolean {
  const [subject, verb] = partsOf(code);
  return verb !== 'view' && ofAdministrators.has(subject);
}

/** True for a right over the installation itself. */
export const isOfPlatform = (code: string): boolean => ofPlatform.has(partsOf(code)[0]);

/** Whether somebody can hold a right at all, whatever their roles were given. */
export function canHold(code: string, { tenantId, isAdministrator }: { readonly tenantId: string; readonly isAdministrator: boolean }): boolean {
  return (isAdministrator || !isOfAdministrators(code)) && (tenantId === platformTenantId || !isOfPlatform(code));
}
