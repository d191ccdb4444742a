import type { Label } from '#domain/kernel/label.ts';

/** What each queue does, by its name (server/main.ts). */
const jobTitles: Readonly<Record<string, Label>> = {
  'bill.followMaster': ['按基础数据更新账单明细', 'Lines follow the master data'],
  'bill.innerPrice': ['院内结算计价', 'Internal prices'],
  'bill.lineBackfill': ['补建账单明细', 'Missing lines'],
  'bill.pack': ['打包结算', 'Packs'],
  'bill.reprice': ['账单重新计价', 'Prices anew'],
  'bill.statement': ['发送对账单', 'Statements are sent'],
  'bill.statement.auto': ['自动生成对账单', 'Statements of a period'],
  'blob.sweep': ['清理无引用的文件', 'Files nobody refers to'],
  'case.remind': ['个案提醒', 'Reminders of cases'],
  'commodityQualified.process': ['资质导入处理', 'Qualifications'],
  'desk.watch': ['前台失联检查', 'Silent desks'],
  'erp.push': ['推送 ERP', 'Pushes to the ERP'],
  'erp.reconcile': ['ERP 对账', 'Comparison with the ERP'],
  'installation.watch': ['系统运行检查', 'Watch of the installation'],
  'labTask.backfill': ['补建实验任务', 'Missing tasks of the laboratory'],
  'list.export': ['列表导出', 'Exports of lists'],
  'list.export.remove': ['清理过期导出', 'Old exports'],
  'logs.prune': ['清理登录与错误日志', 'Old logs of logins and faults'],
  'op.prune': ['清理接口日志', 'Old logs of interfaces'],
  'op.pushResults': ['推送检验结果', 'Results to partners'],
  'op.replay': ['重放接口日志', 'Calls are replayed'],
  'parcel.follow': ['查询物流轨迹', 'Parcels on their way'],
  'report.autoGenerate': ['自动生成报告', 'Reports that are due'],
  'report.backfill': ['补建报告', 'Missing reports'],
  'report.chainCheck': ['报告完整性校验', 'Check of issued reports'],
  'report.download': ['报告批量下载', 'Downloads of reports'],
  'report.download.remove': ['清理过期下载', 'Old downloads'],
  'report.generate': ['生成报告', 'Reports are made'],
  'report.mail': ['发送报告邮件', 'Mails of reports'],
  'report.periodBackfill': ['补算报告周期', 'Missing periods of reports'],
  'report.smsSend': ['发送报告短信', 'Messages of reports'],
  'resultFile.import': ['导入结果文件', 'Result files are taken over'],
  'resultFile.read': ['读取结果文件', 'Result files are read'],
  'sample.notices': ['发送拒收与个案通知', 'Notices of rejections and cases'],
  'search.countedBackfill': ['补记统计所需', 'Missing marks for counts'],
  'search.countedNightly': ['核对统计所需', 'Marks for counts are compared'],
  'search.quality': ['计算质量指标', 'Quality indicators are counted'],
  'session.sweep': ['清理过期登录', 'Old sessions'],
};

const deadEnd = '.givenUp';
/** What a queue does; what is done once a job of it was given up says so. An unknown one is named as it is. */
export function jobTitle(name: string): Label {
  if (!name.endsWith(deadEnd)) return jobTitles[name] ?? [name, name];
  const [zh, en] = jobTitle(name.slice(0, -deadEnd.length));
  return [`${zh} (失败善后)`, `${en} (after giving up)`];
}
