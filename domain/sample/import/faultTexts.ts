import type { Label } from '#domain/kernel/label.ts';
import { phoneTexts } from '../rules/phone.ts';
import type { FaultCode } from './importVerdict.ts';

/** What each fault says; `{value}` is the cell, `{more}` what the fault adds. */
export const faultTexts: Readonly<Record<FaultCode, Label>> = {
  name_missing: ['请输入受检者姓名', 'Enter the name'],
  unknown_client: ['送检单位不存在: {value}', 'No such sending client: {value}'],
  disabled_client: ['送检单位已停用: {value}', 'The sending client is disabled: {value}'],
  unknown_product: ['产品不存在: {value}', 'No such commodity: {value}'],
  bad_date: ['不是有效日期: {value} (yyyy-MM-dd 或 yyyy-MM-dd HH:mm:ss)', 'Not a real date: {value} (yyyy-MM-dd or yyyy-MM-dd HH:mm:ss)'],
  future: ['采样时间不能晚于现在', 'Sampling cannot be later than now'],
  phone_short: phoneTexts.length,
  landline: phoneTexts.landline,
  bad_sex: ['性别应为男/女/未知或1/2/3: {value}', 'Sex is 男/女/未知 or 1/2/3: {value}'],
  duplicate: ['申请单条码重复: {more}', 'Requisition code is not unique: {more}'],
  id_checksum: ['{more}', '{more}'],
  age_mismatch: ['年龄与出生日期相差1年以上(按出生日期 {more} 岁)', 'Age and birth date differ by more than a year ({more} by birth date)'],
  class_not_allowed: ['{value}不是该产品的样本类型', '{value} is not among the sample classes of the commodity'],
  date_slash: ['日期已规范为 {more}', 'Date read as {more}'],
  required_missing: ['必填,不能为空', 'Required'],
  unknown_laboratory: ['检验所不存在: {value}', 'No such laboratory: {value}'],
  unknown_class: ['样本类型不存在: {value}', 'No such sample class: {value}'],
  disabled_product: ['产品已停用: {value}', 'The commodity is disabled: {value}'],
  phone_format: phoneTexts.format,
  bad_name: ['姓名应为2–50个字', 'A name has 2 to 50 characters'],
  bad_number: ['应为 {more} 的数字: {value}', 'Should be a number, {more}: {value}'],
  bad_choice: ['不在可选范围内: {value} (可选: {more})', 'Not one of the choices: {value} ({more})'],
  bad_code: ['条码含有空格或不可用字符: {value}', 'The code holds blanks or unusable characters: {value}'],
  too_long: ['最多 {more} 个字', 'At most {more} characters'],
  duplicate_sample: ['样本条码重复: {more}', 'Sample code is not unique: {more}'],
  ruined_number: [
    '该列是数字格式,超过15位的数字已被表格软件改变,请改为文本格式后重新填写: {value}',
    'The column holds numbers; digits beyond the 15th are lost. Make it text and fill in again: {value}',
  ],
  number_code: ['该列是数字格式,前导零可能已丢失,请核对: {value}', 'The column holds numbers; leading zeros may be lost: {value}'],
  cell_error: ['单元格是公式错误: {value}', 'The cell holds a formula error: {value}'],
  earlier_requisition: ['{more}', '{more}'],
  foreign_code: ['{more}', '{more}'],
  rule: ['{more}', '{more}'],
};
