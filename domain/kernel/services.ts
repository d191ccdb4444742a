/** The services of the contract (docs/contract.md#services) and their path under /api. `{product}` is configuration. */
const servicePaths = {
  base: '{product}-lims-base',
  bill: '{product}-lims-bill',
  lab: '{product}-lims-lab',
  sample: '{product}-lims-sample',
  code: '{product}-lims-code',
  op: '{product}-lims-op',
  search: '{product}-lims-search',
  analyse: '{product}-lims-analyse',
  report: '{product}-lims-report-web',
  system: 'blade-system',
  user: 'blade-user',
  desk: 'blade-desk',
  flow: 'blade-flow',
  auth: 'blade-auth',
  log: 'blade-log',
} as const;

export type Service = keyof typeof servicePaths;

/** The full path of a call, e.g. `/api/accession-lims-base/laboratory/page`. */
export function callPath(service: Service, path: string, product: string): string {
  return `/api/${servicePaths[service].replace('{product}', product)}/${path}`;
}
