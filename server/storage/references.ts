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

const sample = { table: 'sample', title: ['样本', 'Sample'], shown: 'sample_code' } as const;

const bind = { table: 'thirdparty_bind_entry', title: ['条码绑定', 'Barcode binding'], shown: 'bar_code' } as const;

/** References that no description states. */
export const references: readonly Reference[] = [
  { ...sample, resource: 'sampleClass', column: 'sample_class_id' },
  { ...sample, resource: 'laboratory', column: 'contract_laboratory_id' },
  { ...sample, resource: 'laboratory', column: 'execute_laboratory_id' },
  { ...sample, resource: 'sendSampleClient', column: 'send_sample_client_id' },
  { resource: 'commodity', table: 'sample_item', column: 'commodity_id', title: ['样本项目', 'Sample item'], shown: 'sample_code' },
  { ...bind, resource: 'sendSampleClient', column: 'send_sample_client_id' },
  { ...bind, resource: 'laboratory', column: 'laboratory_id' },
  {
    resource: 'sendSampleClient',
    table: 'code_apply',
    column: 'send_sample_client_id',
    title: ['编号申请', 'Application for codes'],
    shown: 'first_code',
  },
  {
    resource: 'qualityIndex',
    table: 'quality_index_value',
    column: 'quality_index_id',
    title: ['质量指标统计', 'Quality indicators'],
    shown: 'month',
  },
  { resource: 'reportConfig', table: 'report_version', column: 'config_id', title: ['已生成的报告版本', 'Versions of reports'], shown: 'version_no' },
  { resource: 'tenantPackage', table: 'tenant', column: 'package_id', title: ['租户', 'Tenant'], shown: 'tenant_name', isEverywhere: true },
];
