import { expect, it } from 'vitest';
import { words } from '#src/resource/resourceWords.ts';
import { zh } from '#src/console/locales/zh.ts';

/** The sentences of the error catalogue (spec calls 8) as people here know them, letter for letter. */
it.each(['新增成功', '更新成功', '删除成功', '操作成功!', '请选择至少一条数据', '确定将选择数据删除?'])('a list says %s', (sentence) => {
  expect(Object.values(words).map(([text]) => text)).toContain(sentence);
});

it.each(['清除完毕', '发送成功!', '清空成功!', '确定上传本地日志到服务器?', '确定清空本地日志记录?'])('the shell says %s', (sentence) => {
  expect(JSON.stringify(zh)).toContain(JSON.stringify(sentence));
});
