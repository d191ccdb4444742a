/** Departments of a fresh installation; the first is the root. Names invented. */
export const seedDepartments = {
  root: ['检验集团', 1],
  reception: ['接样中心', 2],
  entry: ['信息录入组', 3],
  lab: ['检验部', 2],
  audit: ['审核组', 3],
  billing: ['结算部', 2],
  sales: ['市场部', 2],
  ops: ['信息运维部', 2],
} as const satisfies Record<string, readonly [deptName: string, deptCategory: number]>;
export type SeedDepartment = keyof typeof seedDepartments;

export interface DemoUser {
  readonly account: string;
  readonly realName: string;
  readonly nickName: string;
  /** Of a block that is never given out. */
  readonly phone: string;
  /** Aliases of seedRoles. */
  readonly roles: readonly string[];
  readonly departments: readonly SeedDepartment[];
}

/** Printed at the start of a demo and shown on its login page. */
export const ownDemoPassword = 'accession-demo';

/** One person a role, invented. `admin` and `reception` own two of something, so that switching can be seen. */
export const demoUsers: readonly DemoUser[] = [
  { account: 'admin', realName: '陈立', nickName: 'Chen Li', phone: '19900000001', roles: ['administrator', 'ops'], departments: ['root'] },
  { account: 'reception', realName: '王敏', nickName: 'Wang Min', phone: '19900000002', roles: ['reception'], departments: ['reception', 'entry'] },
  { account: 'entry1', realName: '李倩', nickName: 'Li Qian', phone: '19900000003', roles: ['entry'], departments: ['entry'] },
  { account: 'entry2', realName: '赵磊', nickName: 'Zhao Lei', phone: '19900000004', roles: ['entry'], departments: ['entry'] },
  { account: 'lab', realName: '孙悦', nickName: 'Sun Yue', phone: '19900000005', roles: ['lab'], departments: ['lab'] },
  { account: 'audit1', realName: '周宁', nickName: 'Zhou Ning', phone: '19900000006', roles: ['audit1'], departments: ['audit'] },
  { account: 'audit2', realName: '吴桐', nickName: 'Wu Tong', phone: '19900000007', roles: ['audit2'], departments: ['audit'] },
  { account: 'billing', realName: '郑洁', nickName: 'Zheng Jie', phone: '19900000008', roles: ['billing'], departments: ['billing'] },
  { account: 'sales', realName: '冯涛', nickName: 'Feng Tao', phone: '19900000009', roles: ['sales'], departments: ['sales'] },
  { account: 'ops', realName: '何川', nickName: 'He Chuan', phone: '19900000010', roles: ['ops'], departments: ['ops'] },
];
