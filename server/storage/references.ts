/** A column of a hand-written table that points at a described resource: what is in use there cannot be removed. */
export interface Reference {
  readonly resource: string;
  readonly table: string;
  readonly column: string;
  /** What stands there, for the refusal's sentence. */
  readonly title: readonly [zh: string, en: string];
  /** The column that names such a row to a person. */
  readonly shown: string;
  /** The table's rows are tenants themselves: its tenant_id says nothing about whose the row is. */
  readonly isEverywhere?: boolean;
}

const sample = { table: 'sample', title: ['样本', 'sample'], shown: 'sample_code' } as const;

const bind = { table: 'thirdparty_bind_entry', title: ['条码绑定', 'barcode binding'], shown: 'bar_code' } as const;

/** References that no description states. */
export const references: readonly Reference[] = [
  { ...sample, resource: 'sampleClass', column: 'sample_class_id' },
  { ...sample, resource: 'laboratory', column: 'contract_laboratory_id' },
  { ...sample, resource: 'laboratory', column: 'execute_laboratory_id' },
  { ...sample, resource: 'sendSampleClient', column: 'send_sample_client_id' },
  { resource: 'commodity', table: 'sample_item', column: 'commodity_id', title: ['样本项目', 'sample item'], shown: 'id' },
  { ...bind, resource: 'sendSampleClient', column: 'send_sample_client_id' },
  { ...bind, resource: 'laboratory', column: 'laboratory_id' },
  { resource: 'tenantPackage', table: 'tenant', column: 'package_id', title: ['租户', 'tenant'], shown: 'tenant_name', isEverywhere: true },
];
